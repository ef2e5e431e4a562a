// identity.special-keys: sortJsonValue assigns to `sorted[key]`, which for "__proto__" sets a prototype and adds no member.
import { createRepeatToolGuard } from 'pi-repeat-tool-guard'

const handlers = {}
createRepeatToolGuard({ env: {}, thresholds: [2] })({ on: (name, handler) => (handlers[name] = handler) })

let id = 0
function call(text) {
  const event = { toolName: 'ls', toolCallId: `c${++id}`, input: structuredClone(JSON.parse(text)) } // Pi validates a copy
  handlers.tool_call({ type: 'tool_call', ...event }, {})
  const patch = handlers.tool_result({ type: 'tool_result', ...event, content: [{ type: 'text', text: 'x' }], details: {}, isError: false }, {})
  return patch ? 1 : 0
}

const texts = ['{"__proto__":1}', '{"__proto__":{"path":"/etc"}}', '{}']
console.log('reminders for two equal calls, threshold 2: expected 1, got', call('{"a":1}') + call('{"a":1}'))
console.log('reminders for three different calls, threshold 2: expected 0, got', texts.map(call).reduce((sum, one) => sum + one))
