import { isLedgerError } from "../base/errors/ledger-error.ts";
import type { Micros } from "../base/identifiers/identifiers.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { parseTimestamp } from "../base/values/time.ts";
import type { EventFormatInput } from "../operations/requests/formats.ts";
import type { ParticipantReader } from "./participant-reader.ts";
import type { ParticipantFacts } from "./read-facts.ts";

/**
 * Number of offsets before the pin to examine. It must not exceed the maximum length of a
 * participant's lists.
 */
const examinedOffsets = 100;

/**
 * Resolves to the approximate time of the pin: the latest creation time of a contract, or record
 * time of a recent update, that is visible. Resolves to undefined if nothing is visible. Does not
 * use the machine's clock, because then contracts of an old pin could already be expired.
 */
export const estimateForkOffsetTime = async (
  remote: ParticipantReader,
  { offset, prunedUpTo }: Pick<ParticipantFacts, "offset" | "prunedUpTo">,
  seen: { readonly eventFormat: EventFormatInput; readonly items: readonly JsonObject[] },
): Promise<Micros | undefined> => {
  const texts = [seen.items.flatMap((item) => collectFieldTexts(item, "createdAt"))];
  const beginExclusive = Math.max(prunedUpTo + 1, offset - examinedOffsets);
  if (beginExclusive < offset) {
    const updates = await remote
      .postJson("/v2/updates", {
        beginExclusive,
        endInclusive: offset,
        updateFormat: {
          includeTransactions: {
            eventFormat: seen.eventFormat,
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
          },
        },
      })
      .catch(ignorePrunedError);
    texts.push(collectFieldTexts(updates, "recordTime"));
  }
  let latest: Micros | undefined;
  for (const text of texts.flat()) {
    const time = parseTimestamp(text);
    if (time !== undefined && (latest === undefined || time > latest)) latest = time;
  }
  return latest;
};

/**
 * Returns undefined for the error of a participant that was pruned during the read; throws other
 * errors.
 */
const ignorePrunedError = (error: unknown): undefined => {
  if (isLedgerError(error) && error.code === "PARTICIPANT_PRUNED_DATA_ACCESSED") return undefined;
  throw error;
};

/**
 * Maximum depth at which a response has fields of the API. Fields of templates with the same names
 * are deeper.
 */
const maxDepth = 7;

const collectFieldTexts = (json: unknown, field: string, depth = 0): string[] => {
  if (depth > maxDepth) return [];
  if (Array.isArray(json)) return json.flatMap((each) => collectFieldTexts(each, field, depth + 1));
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    if (key === field) return typeof value === "string" ? [value] : [];
    return templateValueFields.has(key) ? [] : collectFieldTexts(value, field, depth + 1);
  });
};

/** Fields with values whose field names come from templates, not from the API. */
const templateValueFields: ReadonlySet<string> = new Set([
  "createArgument",
  "contractKey",
  "interfaceViews",
  "choiceArgument",
  "exerciseResult",
]);
