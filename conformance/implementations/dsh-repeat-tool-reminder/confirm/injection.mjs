// repeat.reset.injection: only a message whose source is the user resets. Its README says so ("A user prompt resets").
import { Context } from '@deepseek-ai/cordis'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'

const ctx = new Context()
const agent = {}
await ctx.plugin(guard, { thresholds: [2] })
const call = async (name, text) => {
  const args = JSON.parse(text)
  const { additionalContexts = [] } = await ctx.waterfall('tools/post-execute', { agent, name, arguments: args }, {}, async () => ({ kind: 'accept' }))
  return additionalContexts.map((message) => message.content[0].text)
}

const say = (source) => ctx.waterfall('agent/pre-step', { agent, messages: [{ source }] }, async () => ({ kind: 'enter' }))
for (const source of [{ kind: 'user' }, { kind: 'plugin', plugin: 'another' }]) {
  await say({ kind: 'user' })
  await call('ls', '{}')
  await say(source)
  console.log(`reminders after a message of ${source.kind} between two equal calls, threshold 2: expected 0, got`, (await call('ls', '{}')).length)
}
