import type { ExportedSteps, Fixture } from "../../fixtures/index.ts";
import { processWideScheduler, TimeSlice } from "../../lib/internal.ts";
import { generateJsonChunks, jsonArrayChunks, stringifyIfShort } from "../streaming/json-chunks.ts";

type TextChunks = AsyncGenerator<string, void, undefined>;

/** Yields an exported fixture as JSON. */
export const generateFixtureJsonChunks = ({ steps, ...head }: ExportedSteps): TextChunks => {
  const begin = `${JSON.stringify(head).slice(0, -1)},"steps":[`;
  return jsonArrayChunks(steps, {}, { begin, end: () => "]}" });
};

/** Length of a chunk in characters, about as much as a socket accepts at once. */
const chunkLength = 64 * 1024;

/** Yields an exported fixture as YAML. `textOf` is `fixtureText`. */
export async function* generateFixtureYamlChunks(
  exported: ExportedSteps,
  textOf: (fixture: Fixture) => string,
): TextChunks {
  let chunk = "";
  const turn = processWideScheduler.waitForFirstSlice();
  if (turn !== undefined) await turn;
  const slice = new TimeSlice();
  for (const piece of generateYamlPieces(exported, textOf)) {
    chunk += piece;
    const next = slice.yieldIfDue();
    if (next !== undefined) await next;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = "";
    slice.restartTiming();
  }
  yield chunk;
}

function* generateYamlPieces(
  { steps, ...head }: ExportedSteps,
  textOf: (fixture: Fixture) => string,
): Generator<string, void, undefined> {
  const name = "steps:\n";
  const none = "steps: []\n";
  let isEmpty = true;
  yield textOf({ ...head, steps: [] }).slice(0, -none.length);
  for (const step of steps) {
    if (isEmpty) yield name;
    isEmpty = false;
    if (stringifyIfShort(step) === undefined) {
      // JSON is valid YAML and faster to write.
      yield "  - ";
      yield* generateJsonChunks(step);
      yield "\n";
    } else {
      yield textOf({ steps: [step] }).slice(name.length);
    }
  }
  if (isEmpty) yield none;
}
