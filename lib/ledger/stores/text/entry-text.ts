import { yieldToEventLoop } from "../../../base/scheduling/yield-to-event-loop.ts";
import { readTaggedJson, taggedJson } from "../../../base/values/tagged-json.ts";
import type { LedgerEvent } from "../../state/ledger-event.ts";
import { type Migration, migrations } from "./migrations.ts";
import { eventChecks } from "./schema/event-schema.ts";

/**
 * Returns the events of one decision as text: `{"version":1,"events":[…]}` in tagged JSON. Every
 * entry has its version, because a later release may continue a journal of an earlier one. O(size
 * of the events).
 */
export const entryText = (events: readonly LedgerEvent[]): string =>
  `{"version":${entryVersion(migrations)},"events":${taggedJson(events)}}`;

/** Like {@link entryText}, but yields to the event loop after each event. */
export const entryTextAsync = async (events: readonly LedgerEvent[]): Promise<string> => {
  const texts: string[] = [];
  for (const event of events) {
    texts.push(taggedJson(event));
    await yieldToEventLoop();
  }
  return textOf(texts);
};

/**
 * Returns the events of a compacted journal as lines, each of them the {@link entryText} of one
 * event, so that no large text is parsed at once. Yields to the event loop after each event.
 */
export const entryLines = async (events: readonly LedgerEvent[]): Promise<string> => {
  const lines: string[] = [];
  for (const event of events) {
    lines.push(entryText([event]));
    await yieldToEventLoop();
  }
  return lines.join("\n") || entryText(events);
};

const textOf = (events: readonly string[]): string =>
  `{"version":${entryVersion(migrations)},"events":[${events.join(",")}]}`;

/** Returns the version that is written with these migrations. */
const entryVersion = (known: readonly Migration[]): number => known.length + 1;

/** Thrown if the text of an entry cannot be read; the message says why. */
export class UnreadableEntry extends Error {}

/** Returns the events of an entry of any version. Throws an {@link UnreadableEntry}. */
export const readEntryText = (
  text: string,
  known: readonly Migration[] = migrations,
): readonly LedgerEvent[] => {
  const { version, events } = membersOf(text);
  const newest = entryVersion(known);
  if (typeof version !== "number" || !Number.isSafeInteger(version) || version < 1) {
    throw new UnreadableEntry("it tells no version");
  }
  if (version > newest) {
    throw new UnreadableEntry(
      `it was written in version ${version} by a later release, and this one reads up to ${newest}`,
    );
  }
  if (!Array.isArray(events)) throw new UnreadableEntry("it has no list of events");
  const migrated = known.slice(version - 1).reduce<readonly unknown[]>(migrate, events);
  return migrated.map(asEvent);
};

const read = (text: string): unknown => {
  try {
    return readTaggedJson(text);
  } catch (error) {
    throw new UnreadableEntry(`it is no entry: ${(error as Error).message}`);
  }
};

const membersOf = (text: string): { readonly version?: unknown; readonly events?: unknown } =>
  read(text) ?? {};

const migrate = (events: readonly unknown[], migration: Migration): readonly unknown[] =>
  migration(events);

/**
 * Returns the event if it has the right shape. Its content may still be wrong, because any program
 * can write a journal; but it can be folded.
 */
const asEvent = (event: unknown): LedgerEvent => {
  const kind =
    typeof event === "object" && event !== null && "kind" in event ? event.kind : undefined;
  const check = typeof kind === "string" ? eventChecks.get(kind) : undefined;
  if (check === undefined) throw new UnreadableEntry(`it has an event of a kind that is not known`);
  if (check(event)) return event as LedgerEvent;
  throw new UnreadableEntry(`it has a ${String(kind)} that is not formed as one`);
};
