// What the real agent loop tells its guards: the facts behind the adapter. Each line: expected vs got.
import { conversation, message, start } from './loop.mjs'

const user = message({ kind: 'user' }, 'go')
const check = (what, expected, got) => console.log(`${JSON.stringify(expected) === JSON.stringify(got) ? 'ok  ' : 'DIFF'} ${what}\n     expected ${JSON.stringify(expected)}\n     got      ${JSON.stringify(got)}`)
const hooks = (log, name) => log.filter(([hook]) => hook === name).map(([, ...rest]) => rest)
async function run(options, first = user) {
  const host = await start({ tools: { ls: () => 'x' }, ...options })
  host.agent.followup(first)
  await host.agent.whenIdle()
  return host
}

{
  const done = []
  const slow = (ms) => () => new Promise((resolve) => setTimeout(() => (done.push(ms), resolve('x')), ms))
  const { log } = await run({ parallel: true, tools: { slow: slow(40), fast: slow(1) }, script: [{ calls: [['slow', '{}'], ['fast', '{}']] }] })
  check('calls that are safe to overlap complete out of order', [1, 40], done)
  check('… and reach post-execute in model order', ['c1', 'c2'], hooks(log, 'post-execute').map(([id]) => id))
}
{
  const { agent, log } = await run({ config: { thresholds: [2] }, script: [{ calls: [['ls', '{}'], ['ls', '{}'], ['ls', '{}']] }] })
  check('a reminder comes after every result of its round, as a message of the user',
    ['user/tool', 'user/tool', 'user/tool', 'user/repeat-tool-reminder'], conversation(agent).slice(2, 6).map((line) => line.split(':')[0]))
  check('it comes back through pre-step as the message of a plugin', [['user'], ['repeat-tool-reminder']], hooks(log, 'pre-step'))
}
{
  const prepare = (ctx) => ctx.on('tools/pre-execute', (exec, next) => exec.name === 'rm' ? Promise.resolve({ kind: 'deny', reason: 'no' }) : next())
  const script = [{ calls: [['rm', '{}'], ['unknown', '{}'], ['broken', '{}'], ['ls', '{}']] }]
  const { log } = await run({ prepare, script, tools: { rm: () => 'x', ls: () => 'x', broken: () => { throw new Error('broken') } } })
  check('denied, unknown and failed calls reach post-execute', [['c1', true], ['c2', true], ['c3', true], ['c4', false]],
    hooks(log, 'post-execute').map(([id, , isError]) => [id, isError]))
}
{
  const texts = ['{"a": 1}', 'abc', '"abc"', ' {"a": ', '', '{"x":1,"x":2}', '1.0', '{"__proto__":1}', '-0', '1e400', '{"x":-0.0}']
  const { log } = await run({ script: [{ calls: texts.map((text) => ['ls', text]) }] })
  const got = hooks(log, 'post-execute').map(([id, args]) => [id, JSON.stringify(args)])
  check('arguments are parsed, else passed as their text; empty text is {}; -0 and what is out of range never arrive',
    [['c1', '{"a":1}'], ['c2', '"abc"'], ['c3', '"abc"'], ['c4', '" {\\"a\\": "'], ['c5', '{}'], ['c6', '{"x":2}'], ['c7', '1'], ['c8', '{"__proto__":1}']], got)
}
for (const [name, source] of [['steer', { kind: 'user' }], ['inject', { kind: 'plugin', plugin: 'another' }]]) {
  let host
  const tools = { ls: () => (host.agent[name](message(source, 'look')), 'x') }
  host = await start({ tools, script: [{ calls: [['ls', '{}']] }] })
  host.agent.followup(user)
  await host.agent.whenIdle()
  check(`a message by ${name}() reaches pre-step with its source`, [['user'], [source.plugin ?? source.kind], []].slice(0, 2), hooks(host.log, 'pre-step').slice(0, 2))
}
{
  const host = await run({ script: [{ calls: [['ls', '{}']] }, {}, { calls: [['ls', '{}']] }] })
  host.agent.followup(message({ kind: 'user' }, 'once more'))
  await host.agent.whenIdle()
  check('a follow-up reaches pre-step as the message of the user', [['user'], [], ['user'], []], hooks(host.log, 'pre-step'))
}
{
  let host
  const tools = { ls: (_args, exec) => (host.agent.cancel({ kind: 'user' }), 'x') }
  host = await start({ tools, script: [{ calls: [['ls', '{}'], ['ls', '{}']] }] })
  host.agent.followup(user)
  await host.agent.whenIdle()
  check('of a cancelled round the started call reaches post-execute, the other one does not', ['c1'], hooks(host.log, 'post-execute').map(([id]) => id))
  check('… and both have a result', 2, conversation(host.agent).filter((line) => line.startsWith('user/tool')).length)
}
{
  const deep = '['.repeat(10000) + ']'.repeat(10000)
  const { agent, log } = await run({ script: [{ calls: [['ls', deep]] }] })
  check('when the guard throws, the result of the call is its error', 'Error: Maximum call stack size exceeded', conversation(agent)[2].split(': ').slice(1).join(': '))
  check('… it threw', 1, hooks(log, 'guard threw').length)
}
