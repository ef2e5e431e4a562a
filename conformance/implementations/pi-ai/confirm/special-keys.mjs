// identity.special-keys: canonicalizeToolCallValue assigns to `output[key]`, which for "__proto__" sets a prototype and adds no member.
import { ToolCallLoopGuard } from '../bundle/guard.mjs'

function detected(texts) {
  const guard = new ToolCallLoopGuard({ threshold: 2, exemptTools: [] })
  const turn = (text) => guard.recordTurn({ message: { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'ls', arguments: JSON.parse(text) }] }, toolResults: [] })
  return texts.map(turn).filter(Boolean).length
}

console.log('detections for two equal turns, threshold 2:     expected 1, got', detected(['{"a":1}', '{"a":1}']))
console.log('detections for two different turns, threshold 2: expected 0, got', detected(['{"__proto__":{"path":"/etc"}}', '{"__proto__":{"path":"/tmp"}}']))
