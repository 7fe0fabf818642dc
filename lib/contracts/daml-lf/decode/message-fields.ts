import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { malformedArchive, type MessageReader, noField } from "../archive/message-reader.ts";
import type { Tables } from "./interned-tables.ts";

/** A value that its message must carry. */
export const required = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw malformedArchive(`${what} is missing`);
  return value;
};

/** What is bound or applied in one place: something, and from 2.2 on just one. Raises DAR_PARSE_ERROR. */
export const counted = <T>(
  list: readonly T[] | undefined,
  what: string,
  tables: Tables,
): readonly T[] => {
  if (list === undefined || list.length === 0) throw malformedArchive(`there are no ${what}`);
  if (list.length > 1 && tables.isFlat) {
    throw malformedArchive(
      `there are ${list.length} ${what}, which Daml-LF ${tables.languageVersion} does not have`,
    );
  }
  return list;
};

/** What came with 2.2, or what it did away with. */
export const notFlat = (what: string, { languageVersion }: Tables): LedgerError =>
  malformedArchive(`Daml-LF ${languageVersion} does not have ${what}`);

/** The empty message that the current field holds. Raises DAR_PARSE_ERROR for one that is not. */
export const readUnit = (reader: MessageReader): void => {
  const outer = reader.enter();
  const field = reader.next();
  if (field !== noField) reader.unknown(field, "Unit");
  reader.leave(outer);
};
