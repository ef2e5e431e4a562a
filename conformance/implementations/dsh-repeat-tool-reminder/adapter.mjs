// Speaks protocol 1 for @deepseek-ai/dsh-repeat-tool-reminder. It calls the two hooks of the plugin as the agent loop does (README.md).
import { createInterface } from 'node:readline'
import { Context } from '@deepseek-ai/cordis'
import { createUserMessage, deepFreeze } from '@deepseek-ai/dsh-llm'
import * as guard from '@deepseek-ai/dsh-repeat-tool-reminder'
import { snapshotJsonValue } from '@deepseek-ai/dsh-session'

const PROFILE = {
  takes: 'raw',
  execution: 'sequential',
  config: { thresholds: 'any', include: 'any', exclude: 'any', preview_chars: 'any', bookkeeping: 'none' },
  hears: ['steer', 'follow-up', 'injection', 'denied', 'disabled', 'failed'],
  has: ['tool', 'patterns', 'interleave'],
  choices: { numbers: 'binary64', crossings: 'each', 'zero-config': 'rejected', text: 'pinned', escapes: 'minimal', spacing: 'none' },
  waives: ['identity.duplicate-names', 'identity.empty'],
  driven: 'hook',
}
const SOURCES = { steer: { kind: 'user' }, 'follow-up': { kind: 'user' }, injection: { kind: 'plugin', plugin: 'another' } }

Error.stackTraceLimit = 0 // cordis makes an Error at every access of a context; without a stack that costs half as much
const { signal } = new AbortController()
const message = (source, text) => createUserMessage({ source, content: [{ type: 'text', text }] })
const textOf = (content) => content.map((block) => block.text).join('')

/** An application: one context with the plugin, which all its agents share. */
async function load(config) {
  const ctx = new Context()
  await ctx.plugin(guard, config)
  return ctx
}

/** As `parseArguments` of the agent loop does. */
function parse(text) {
  try {
    return text ? JSON.parse(text) : {}
  } catch {
    return text
  }
}

/** The result of a call as post-execute is given it. */
function toolResult({ visible, raw = visible, status = 'ok' }) {
  const content = [{ type: 'text', text: raw }]
  return status === 'ok' ? { isError: false, value: content, content } : { isError: true, error: { message: raw }, content }
}

async function round({ ctx, agent, inbox }, { calls }) {
  const answer = {}
  const messages = inbox.splice(0)
  await ctx.waterfall('agent/pre-step', { agent, messages, turn: 1, step: 1, signal }, () => Promise.resolve({ kind: 'enter', messages }))
  for (const { id, tool, args, result } of calls) {
    const parsed = snapshotJsonValue(parse(args))
    if (parsed === undefined) continue // -0 or out of range: the tool registry answers itself and tells no plugin
    const exec = { callId: id, name: tool, arguments: deepFreeze(parsed), agent, signal }
    const decision = await ctx.waterfall('tools/post-execute', exec, toolResult(result), () => Promise.resolve({ kind: 'accept' }))
    const replaced = decision.kind === 'block' ? decision.feedback : decision.content
    if (replaced !== undefined) (answer.shown ??= {})[id] = textOf(replaced)
    for (const context of decision.additionalContexts ?? []) {
      inbox.push(context) // the loop appends it before the next request, after all results
      ;(answer.notices ??= []).push({ role: context.role, text: textOf(context.content) })
    }
  }
  return answer
}

/** What this adapter has no way to say to the plugin. */
function unsupported(steps) {
  const calls = steps.flatMap((step) => step.round?.calls ?? [])
  if (steps.some((step) => step.rewrite)) return 'rewrite'
  if (steps.some((step) => step.open?.bookkeeping)) return 'bookkeeping'
  if (calls.some((call) => !call.result)) return 'missing-results'
  return calls.some((call) => call.args === undefined) ? 'args_b64' : undefined
}

async function perform(steps) {
  const answers = []
  const applications = new Map()
  const runs = new Map()
  for (const { run: name = 'a', open, round: asked, input } of steps) {
    if (open) {
      const config = { thresholds: open.thresholds, include: open.include, exclude: open.exclude, argumentsPreviewChars: open.preview_chars }
      const key = JSON.stringify(config)
      try {
        if (!applications.has(key)) applications.set(key, await load(JSON.parse(key)))
      } catch (error) {
        return [...answers, { rejected: error.message }]
      }
      runs.set(name, { ctx: applications.get(key), agent: { id: name }, inbox: [message({ kind: 'user' }, 'go')] })
    }
    if (input) runs.get(name).inbox.push(message(SOURCES[input.kind], input.text ?? ''))
    answers.push(asked ? await round(runs.get(name), asked) : {})
  }
  return answers
}

async function answer({ op, policy, steps }) {
  if (op === 'hello') {
    const implementation = { name: '@deepseek-ai/dsh-repeat-tool-reminder', version: '0.1.0-rc.8', language: 'javascript' }
    return { ok: { protocol: 1, implementation, policies: { 'repeat-reminder': PROFILE } } }
  }
  if (op === 'bye') return { ok: {} }
  if (op !== 'case' || policy !== 'repeat-reminder') return { unsupported: `${op} ${policy}` }
  const missing = unsupported(steps)
  if (missing) return { unsupported: missing }
  try {
    return { ok: await perform(steps) }
  } catch (error) {
    return { error: { message: `${error.name}: ${error.message}` } }
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ id: request.id, ...(await answer(request)) })}\n`)
  if (request.op === 'bye') break
}
