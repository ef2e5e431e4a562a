// identity.depth: sortJsonValue recurses. The tool registry then shows the model this error in place of the result (host.mjs).
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

for (const levels of [64, 10000]) {
  const text = '['.repeat(levels) + ']'.repeat(levels)
  await call('ls', text).catch(() => {})
  const got = await call('ls', text).then((texts) => texts.length, (error) => `${error.name}: ${error.message}`)
  console.log(`reminders for two equal calls, ${levels} levels, threshold 2: expected 1, got`, got)
}
