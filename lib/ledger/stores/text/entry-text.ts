import { yieldToEventLoop } from "../../../base/scheduling/yield-to-event-loop.ts";
import { readTaggedJson, taggedJson } from "../../../base/values/tagged-json.ts";
import type { LedgerEvent } from "../../state/ledger-event.ts";
import { type Migration, migrations } from "./migrations.ts";
import { eventShapes } from "./shapes/event-shape.ts";
import { sliceLength, Turn } from "./slices.ts";

/**
 * Returns the events of one decision as text: `{"version":1,"events":[…]}` in tagged JSON. Every
 * entry has its version, because a later release may continue a journal of an earlier one. O(size
 * of the events).
 */
export const entryText = (events: readonly LedgerEvent[]): string =>
  `{"version":${entryVersion(migrations)},"events":${taggedJson(events)}}`;

/** Like {@link entryText}, but yields to the event loop if there are many events. */
export const entryTextInTurns = async (events: readonly LedgerEvent[]): Promise<string> =>
  (await entryPieces(events)).join("");

/** Like {@link entryTextInTurns}, in pieces with the text of one event each. */
export const entryPieces = async (events: readonly LedgerEvent[]): Promise<readonly string[]> => {
  const pieces: string[] = [];
  const turn = new Turn();
  for (const event of events) {
    const piece = `${pieces.length === 0 ? beginning : ","}${taggedJson(event)}`;
    pieces.push(piece);
    if (turn.isOverAfter(piece)) await yieldToEventLoop();
  }
  return [...pieces, pieces.length === 0 ? `${beginning}${ending}` : ending];
};

/**
 * Yields the events as the texts of one or more entries, none of them large. Yields to the event
 * loop after each.
 */
export async function* entryTextParts(
  events: readonly LedgerEvent[],
): AsyncGenerator<string, void, undefined> {
  let pieces: string[] = [];
  const turn = new Turn();
  for (const event of events) {
    const piece = taggedJson(event);
    pieces.push(piece);
    if (!turn.isOverAfter(piece)) continue;
    yield textOf(pieces);
    await yieldToEventLoop();
    pieces = [];
  }
  if (pieces.length > 0 || events.length === 0) yield textOf(pieces);
}

const textOf = (events: readonly string[]): string => `${beginning}${events.join(",")}${ending}`;

/** Returns the version that is written with these migrations. */
const entryVersion = (known: readonly Migration[]): number => known.length + 1;

const beginning = `{"version":${entryVersion(migrations)},"events":[`;
const ending = "]}";

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

/** Like {@link readEntryText}, but yields to the event loop if the text is large. */
export const readEntryTextInTurns = async (text: string): Promise<readonly LedgerEvent[]> => {
  const isLarge = text.length >= sliceLength && text.startsWith(beginning) && text.endsWith(ending);
  if (!isLarge) return readEntryText(text);
  const events: LedgerEvent[] = [];
  const turn = new Turn();
  for (const piece of elementsOf(text, beginning.length, text.length - ending.length)) {
    events.push(asEvent(read(piece)));
    if (turn.isOverAfter(piece)) await yieldToEventLoop();
  }
  return events;
};

/** Yields the texts of the elements of a list between two positions. */
function* elementsOf(text: string, from: number, to: number): Generator<string, void, undefined> {
  const marks = /[",[\]{}]/gu;
  marks.lastIndex = from;
  let depth = 0;
  let begin = from;
  for (let mark = marks.exec(text); mark !== null && mark.index < to; mark = marks.exec(text)) {
    switch (mark[0]) {
      case '"':
        marks.lastIndex = endOfString(text, mark.index);
        break;
      case "[":
      case "{":
        depth++;
        break;
      case "]":
      case "}":
        depth--;
        break;
      default:
        if (depth > 0) break;
        yield text.slice(begin, mark.index);
        begin = mark.index + 1;
    }
  }
  if (from < to) yield text.slice(begin, to);
}

/** Returns the position after the closing quote of the string that begins at `begin`. */
const endOfString = (text: string, begin: number): number => {
  for (let end = text.indexOf('"', begin + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
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
  if (typeof kind !== "string" || !isKnown(kind)) {
    throw new UnreadableEntry(`it has an event of a kind that is not known`);
  }
  if (eventShapes[kind](event)) return event as LedgerEvent;
  throw new UnreadableEntry(`it has a ${kind} that is not formed as one`);
};

const isKnown = (kind: string): kind is LedgerEvent["kind"] => Object.hasOwn(eventShapes, kind);
