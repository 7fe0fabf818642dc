import entrySchema from "../../../../spec/journal-entry.json" with { type: "json" };
import { yieldToEventLoop } from "../../../base/scheduling/yield-to-event-loop.ts";
import { decodeLosslessJsonInPlace, encodeLosslessJson } from "../../../base/values/tagged-json.ts";
import type { JournalEvent } from "../../state/journal-event.ts";
import { compileJsonSchema, type JsonSchema, type SchemaCheck } from "./json-schema.ts";

/**
 * Version of the text. Within a version, only optional members and new kinds of events are added;
 * any other change needs a new version, and a conversion of the events of earlier ones: every
 * released version must stay readable. `test/ledger/stores/text/versions` has a dump of each.
 */
export const entryVersion = 1;

/**
 * Returns the events of one decision as text: `{"version":1,"events":[…]}` in tagged JSON. Every
 * entry has its version, because a later release may continue a journal of an earlier one. O(size
 * of the events).
 */
export const entryText = (events: readonly JournalEvent[]): string =>
  formatEntryJson(encodeLosslessJson(events));

const formatEntryJson = (events: string): string =>
  `{"version":${entryVersion},"events":${events}}`;

/** Like {@link entryText}, but yields to the event loop after each event. */
export const entryTextAsync = async (events: readonly JournalEvent[]): Promise<string> =>
  formatEntryJson(`[${(await writeEventTexts(events, encodeLosslessJson)).join(",")}]`);

/**
 * Returns the events of a compacted journal as lines, each of them the {@link entryText} of one
 * event, so that no large text is parsed at once. Yields to the event loop after each event.
 */
export const entryLines = async (events: readonly JournalEvent[]): Promise<string> =>
  (await writeEventTexts(events, (event) => entryText([event]))).join("\n") || entryText(events);

const writeEventTexts = async (
  events: readonly JournalEvent[],
  write: (event: JournalEvent) => string,
): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const event of events) {
    texts.push(write(event));
    await yieldToEventLoop();
  }
  return texts;
};

/** Thrown if the text of an entry cannot be read; the message says why. */
export class UnreadableEntry extends Error {}

let entryCheck: SchemaCheck | undefined;

/**
 * Returns the events of an entry. Throws an {@link UnreadableEntry}, also if the entry does not
 * match the schema. Events that match may still be wrong, because any program can write a journal;
 * but they can be applied to a state.
 */
export const readEntryText = (text: string): readonly JournalEvent[] => {
  try {
    const json: unknown = JSON.parse(text);
    const version = Number((json as { readonly version?: unknown } | null)?.version);
    if (version > entryVersion) {
      throw new UnreadableEntry(
        `a later release wrote it in version ${version}; this release reads versions up to ${entryVersion}`,
      );
    }
    entryCheck ??= compileJsonSchema(entrySchema as JsonSchema);
    const path = entryCheck(json, 0);
    if (path === "") throw new UnreadableEntry("it is no object");
    if (path !== undefined) {
      throw new UnreadableEntry(`its part ${path} is missing or wrong, or of a later release`);
    }
    return (decodeLosslessJsonInPlace(json) as { readonly events: readonly JournalEvent[] }).events;
  } catch (error) {
    if (error instanceof UnreadableEntry) throw error;
    throw new UnreadableEntry(`it is not a journal entry: ${(error as Error).message}`);
  }
};
