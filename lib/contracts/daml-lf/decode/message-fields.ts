import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import {
  type ArchiveProtobufReader,
  endOfMessageFieldNumber,
  malformedArchiveError,
} from "../archive/archive-protobuf-reader.ts";
import type { InternedTables } from "./interned-tables.ts";

/** Returns a value that its message must contain. Raises DAR_PARSE_ERROR if it is missing. */
export const requireMessageField = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw malformedArchiveError(`${what} is missing`);
  return value;
};

/**
 * Returns the list. Raises DAR_PARSE_ERROR if it is empty or, from Daml-LF 2.2 on, has more than one
 * item.
 */
export const requireListLengthForLanguageVersion = <T>(
  list: readonly T[] | undefined,
  what: string,
  tables: InternedTables,
): readonly T[] => {
  if (list === undefined || list.length === 0) throw malformedArchiveError(`there are no ${what}`);
  if (list.length > 1 && tables.isFlat) {
    throw malformedArchiveError(
      `there are ${list.length} ${what}, which Daml-LF ${tables.languageVersion} does not have`,
    );
  }
  return list;
};

/** Returns the error for a feature that Daml-LF 2.2 introduced or removed. */
export const createUnsupportedLfFeatureError = (
  what: string,
  { languageVersion }: InternedTables,
): LedgerError => malformedArchiveError(`Daml-LF ${languageVersion} does not have ${what}`);

/** Reads an empty message. Raises DAR_PARSE_ERROR if it is not empty. */
export const readEmptyMessage = (reader: ArchiveProtobufReader): void => {
  const outer = reader.enterMessage();
  const field = reader.nextField();
  if (field !== endOfMessageFieldNumber) reader.rejectUnknownField(field, "Unit");
  reader.leaveMessage(outer);
};
