import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { TypeId } from "../../../base/identifiers/identifiers.ts";
import type { RuntimeDataShape } from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";
import type { LinkedDefinitions } from "./linked-definitions.ts";

/**
 * Returns the id of a data type and the names of its parts. Raises PACKAGE_VALIDATION_FAILED for any other
 * type.
 */
export const resolveDataTypeShape = (
  definitions: LinkedDefinitions,
  type: LfType,
): RuntimeDataShape => definitions.getShape(getDataTypeId(type));

/**
 * Returns the position of a field or constructor in the declaration of its type, from 0. Raises the errors
 * of {@link resolveDataTypeShape}.
 */
export const getFieldOrConstructorRank = (
  definitions: LinkedDefinitions,
  { type, field }: { readonly type: LfType; readonly field: string },
): number => definitions.getRank(getDataTypeId(type), field);

const getDataTypeId = (type: LfType): TypeId => {
  if (type.kind === "constructor") return type.id;
  throw ledgerError("PACKAGE_VALIDATION_FAILED", {
    cause: `A data type was expected, but a ${type.kind} type was found; the package is ill-formed.`,
  });
};
