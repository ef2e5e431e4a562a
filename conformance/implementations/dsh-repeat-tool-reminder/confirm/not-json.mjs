// identity.not-json: text that is no JSON reaches the guard as a string, like a JSON string, and is not trimmed. Both begin in the agent loop.
import { Context } from '@deepseek-ai/cordis'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'

const ctx = new Context()
const agent = {}
await ctx.plugin(guard, { thresholds: [2, 3] })
const call = async (name, text) => {
  const args = parseArguments(text)
  const { additionalContexts = [] } = await ctx.waterfall('tools/post-execute', { agent, name, arguments: args }, {}, async () => ({ kind: 'accept' }))
  return additionalContexts.map((message) => message.content[0].text)
}

console.log('same call? abc, "abc": expected 0, got', await pair('abc', '"abc"'))
console.log('same call? {"q":, {"q": and a blank: expected 1, got', await pair('{"q":', '{"q": '))
for (let n = 1; n < 3; n++) await call('cat', '{"q":')
console.log('expected - arguments: {"q":')
console.log('got     ', (await call('cat', '{"q":'))[0].split('\n')[3])

async function pair(one, other) {
  await call('ls', 'null')
  await call('ls', one)
  return (await call('ls', other)).length
}

/** As the agent loop has it. */
function parseArguments(raw) {
  try {
    return raw ? JSON.parse(raw) : {}
  } catch {
    return raw
  }
}
