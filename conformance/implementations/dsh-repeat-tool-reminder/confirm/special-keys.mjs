// identity.special-keys: sortJsonValue assigns to `sorted[key]`, which for "__proto__" sets a prototype and adds no member.
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

const texts = ['{"__proto__":1}', '{"__proto__":{"path":"/etc"}}', '{}']
let got = 0
for (const text of texts) got += (await call('ls', text)).length
console.log('reminders for three different calls, threshold 2: expected 0, got', got)
