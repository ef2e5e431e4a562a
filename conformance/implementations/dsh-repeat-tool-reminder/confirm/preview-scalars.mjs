// repeat.text.preview-scalars: previewArguments cuts and counts UTF-16 units, so it can cut a character in two.
import { Context } from '@deepseek-ai/cordis'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'

const ctx = new Context()
const agent = {}
await ctx.plugin(guard, { thresholds: [2, 3], argumentsPreviewChars: 7 })
const call = async (name, text) => {
  const args = JSON.parse(text)
  const { additionalContexts = [] } = await ctx.waterfall('tools/post-execute', { agent, name, arguments: args }, {}, async () => ({ kind: 'accept' }))
  return additionalContexts.map((message) => message.content[0].text)
}

const text = '{"q":"\u{1f600}\u{1f600}"}' // 10 characters, 12 UTF-16 units
for (let n = 1; n < 3; n++) await call('ls', text)
const line = (await call('ls', text))[0].split('\n')[3]
console.log('expected', JSON.stringify('- arguments: {"q":"\u{1f600}… (+3 more chars)'))
console.log('got     ', JSON.stringify(line))
