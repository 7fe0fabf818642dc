import { readTaggedJson, taggedJson } from "../../../ground/values/tagged-json.ts";
import type { LedgerEvent } from "../../state/ledger-event.ts";
import { type Migration, migrations } from "./migrations.ts";
import { eventShapes } from "./shapes/event-shape.ts";

/**
 * What one decision wrote, as text: `{"version":1,"events":[…]}` in tagged JSON. Every entry tells its version, since
 * a journal that was begun by one release is gone on with by the next. O(what is in it).
 */
export const entryText = (events: readonly LedgerEvent[]): string =>
  `{"version":${entryVersion(migrations)},"events":${taggedJson(events)}}`;

/** The version that is written after so many migrations. */
const entryVersion = (known: readonly Migration[]): number => known.length + 1;

/** What the text of an entry cannot be read for. */
export class UnreadableEntry extends Error {}

/** The events of an entry, whichever version they were written in. Throws an {@link UnreadableEntry}. */
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

const membersOf = (text: string): { readonly version?: unknown; readonly events?: unknown } => {
  try {
    return readTaggedJson(text) ?? {};
  } catch (error) {
    throw new UnreadableEntry(`it is no entry: ${(error as Error).message}`);
  }
};

const migrate = (events: readonly unknown[], migration: Migration): readonly unknown[] =>
  migration(events);

/** What it tells may be wrong, since whoever can write a journal can write anything; it can be folded. */
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
