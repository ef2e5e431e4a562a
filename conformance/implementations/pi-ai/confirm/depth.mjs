// identity.depth: canonicalizeToolCallValue recurses, and recordTurn lets the error through.
import { ToolCallLoopGuard } from '../bundle/guard.mjs'

for (const levels of [200, 10000]) {
  const guard = new ToolCallLoopGuard({ threshold: 2, exemptTools: [] })
  const args = JSON.parse(`{"l":${'['.repeat(levels)}${']'.repeat(levels)}}`)
  const turn = () => guard.recordTurn({ message: { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'ls', arguments: args }] }, toolResults: [] })
  let got
  try {
    got = [turn(), turn()].filter(Boolean).length
  } catch (error) {
    got = `${error.name}: ${error.message}`
  }
  console.log(`detections for two equal turns, ${levels} levels, threshold 2: expected 1, got`, got)
}
