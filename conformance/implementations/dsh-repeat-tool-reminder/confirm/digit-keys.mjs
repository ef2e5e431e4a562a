// repeat.text.preview-canonical: members are sorted, but an object lists keys that look like indexes first, in numeric order.
import { Context } from '@deepseek-ai/cordis'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'

const ctx = new Context()
const agent = {}
await ctx.plugin(guard, { thresholds: [2, 3] })
const call = async (name, text) => {
  const args = JSON.parse(text)
  const { additionalContexts = [] } = await ctx.waterfall('tools/post-execute', { agent, name, arguments: args }, {}, async () => ({ kind: 'accept' }))
  return additionalContexts.map((message) => message.content[0].text)
}

for (let n = 1; n < 3; n++) await call('ls', '{"9":1,"10":2,"-":3}')
const line = (await call('ls', '{"10":2,"9":1,"-":3}'))[0].split('\n')[3]
console.log('expected - arguments: {"-":3,"10":2,"9":1}')
console.log('got     ', line)
