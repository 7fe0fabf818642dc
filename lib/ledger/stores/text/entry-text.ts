import { yieldToEventLoop } from "../../../base/scheduling/yield-to-event-loop.ts";
import { formatTaggedJson, readTaggedJson } from "../../../base/values/tagged-json.ts";
import type { LedgerEvent } from "../../state/ledger-event.ts";
import { eventChecks } from "./schema/event-schema.ts";

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
export const entryText = (events: readonly LedgerEvent[]): string =>
  formatEntryJson(formatTaggedJson(events));

const formatEntryJson = (events: string): string =>
  `{"version":${entryVersion},"events":${events}}`;

/** Like {@link entryText}, but yields to the event loop after each event. */
export const entryTextAsync = async (events: readonly LedgerEvent[]): Promise<string> =>
  formatEntryJson(`[${(await writeEventTexts(events, formatTaggedJson)).join(",")}]`);

/**
 * Returns the events of a compacted journal as lines, each of them the {@link entryText} of one
 * event, so that no large text is parsed at once. Yields to the event loop after each event.
 */
export const entryLines = async (events: readonly LedgerEvent[]): Promise<string> =>
  (await writeEventTexts(events, (event) => entryText([event]))).join("\n") || entryText(events);

const writeEventTexts = async (
  events: readonly LedgerEvent[],
  write: (event: LedgerEvent) => string,
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

/** Returns the events of an entry. Throws an {@link UnreadableEntry}. */
export const readEntryText = (text: string): readonly LedgerEvent[] => {
  const { version, events } = parseEntryMembers(text);
  if (typeof version !== "number" || !Number.isSafeInteger(version) || version < 1) {
    throw new UnreadableEntry("it has no version number");
  }
  if (version > entryVersion) {
    throw new UnreadableEntry(
      `a later release wrote it in version ${version}; this release reads versions up to ${entryVersion}`,
    );
  }
  if (!Array.isArray(events)) throw new UnreadableEntry("it has no list of events");
  return events.map(requireValidEvent);
};

const parseEntryMembers = (
  text: string,
): { readonly version?: unknown; readonly events?: unknown } => {
  try {
    return readTaggedJson(text) ?? {};
  } catch (error) {
    throw new UnreadableEntry(`it is not a journal entry: ${(error as Error).message}`);
  }
};

/**
 * Returns the event if it has the right shape. Its content may still be wrong, because any program
 * can write a journal; but it can be applied to a state.
 */
const requireValidEvent = (event: unknown): LedgerEvent => {
  const { kind } = (event ?? {}) as { readonly kind?: unknown };
  const check = eventChecks.get(kind);
  if (check === undefined) throw new UnreadableEntry("it has an event of an unknown kind");
  if (check(event)) return event as LedgerEvent;
  throw new UnreadableEntry(`it has a malformed event of the kind ${String(kind)}`);
};
