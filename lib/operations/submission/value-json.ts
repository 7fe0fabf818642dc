import type { TypeId } from "../../base/identifiers/identifiers.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { ChoiceSignature } from "../../contracts/engine/package-signature.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";

/** Returns the signature of a choice of a template or interface. */
export const findChoiceSignature = (
  packages: PackageRegistry,
  typeId: TypeId,
  choice: string,
): ChoiceSignature | undefined =>
  (packages.template(typeId) ?? packages.interface(typeId))?.choices.get(choice);

/** Returns a value as JSON of the API; undefined if its type is not known. */
export const toValueJson = (
  packages: PackageRegistry,
  type: Type | undefined,
  value: Value,
): unknown => (type === undefined ? undefined : packages.codec(type).encode(value));
