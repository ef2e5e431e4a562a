// The real agent loop with a scripted model: what its hooks and its conversation look like.
import { Context } from '@deepseek-ai/cordis'
import Agents from '@deepseek-ai/dsh-agent'
import AgentLoop from '@deepseek-ai/dsh-agent-loop'
import Llm, { createUserMessage } from '@deepseek-ai/dsh-llm'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'
import Sessions from '@deepseek-ai/dsh-session'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import Tools, { defineContentToolFixture } from '@deepseek-ai/dsh-tools'

// The loop is written for a newer Node than the guard; these two are all that it misses in Node 20.
Promise.withResolvers ??= function () {
  let resolve, reject
  return { promise: new this((...both) => ([resolve, reject] = both)), resolve, reject }
}
Symbol.dispose ??= Symbol.for('Symbol.dispose')

export const message = (source, text) => createUserMessage({ source, content: [{ type: 'text', text }] })

/**
 * Starts the loop with the guard and `tools` ({name: function}). `script` is the model: a response is {calls: [[tool, arguments], …], during:
 * functions to call while it runs}; where the script is over, the turn ends. `prepare` gets the context before the guard is loaded.
 */
export async function start({ config = {}, tools = {}, parallel = false, prepare, script }) {
  const ctx = new Context()
  const log = []
  let issued = 0
  for (const plugin of [Llm, Sessions, Agents, SystemPrompt, Tools]) await ctx.plugin(plugin, {})
  await ctx.plugin(AgentLoop, { agents: [] })
  ctx.on('tools/post-execute', async (exec, result, next) => {
    try {
      const decision = await next()
      log.push(['post-execute', exec.callId, exec.arguments, result.isError, (decision.additionalContexts ?? []).map((c) => c.role)])
      return decision
    } catch (error) {
      log.push(['guard threw', exec.callId, error.message])
      throw error
    }
  })
  ctx.on('agent/pre-step', ({ messages }, next) => (log.push(['pre-step', ...messages.map((m) => m.source.plugin ?? m.source.kind)]), next()))
  prepare?.(ctx)
  await ctx.plugin(guard, config)
  ctx.on('llm/stream', async function* () {
    const { calls = [], during = [] } = script.shift() ?? {}
    let index = 0
    for (const act of during) act()
    for (const [name, args] of calls) {
      const id = `c${++issued}`
      yield { type: 'block-end', index: index++, block: { type: 'tool-call', id, name, arguments: args } }
    }
    if (calls.length === 0) yield { type: 'block-end', index: 0, block: { type: 'text', text: 'done' } }
    yield { type: 'finish', reason: { kind: calls.length ? 'tool-calls' : 'stop' } }
  })
  for (const [name, execute] of Object.entries(tools)) {
    ctx.tools.register(defineContentToolFixture({ name, description: name, parameters: {}, isConcurrencySafe: () => parallel,
      async execute(args, exec) { return [{ type: 'text', text: await execute(args, exec) }] } }))
  }
  const agent = ctx.agentLoop.create('run', { provider: 'scripted', model: 'scripted' })
  return { ctx, agent, log }
}

/** The conversation as the model sees it, a line a message. */
export const conversation = (agent) => agent.session.deriveMessages().map(({ role, source, content }) =>
  `${role}/${source.plugin ?? source.kind}: ${content.map((c) => c.type === 'tool-call' ? `${c.name}(${c.arguments})` : c.type === 'tool-result' ? c.content.map((t) => t.text).join() : c.text).join(' | ')}`)
