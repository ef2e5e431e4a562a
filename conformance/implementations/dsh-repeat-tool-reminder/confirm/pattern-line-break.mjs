// pattern.prefix: wildcardToRegExp turns `*` into `.*`, and `.` matches no line break without the flag s.
import { Context } from '@deepseek-ai/cordis'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'

const ctx = new Context()
const agent = {}
await ctx.plugin(guard, { thresholds: [2], exclude: ['plan_*'] })
const call = async (name, text) => {
  const args = JSON.parse(text)
  const { additionalContexts = [] } = await ctx.waterfall('tools/post-execute', { agent, name, arguments: args }, {}, async () => ({ kind: 'accept' }))
  return additionalContexts.map((message) => message.content[0].text)
}

await call('ls', '{}')
await call('plan_a\nb', '{}')
console.log('is the call between two equal ones transparent (a reminder comes): expected 1, got', (await call('ls', '{}')).length)
