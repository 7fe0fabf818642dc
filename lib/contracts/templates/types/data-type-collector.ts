import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { QualifiedName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../../base/values/type.ts";
import type { DataTypeDefinedByPackage, TypeIdAssigner } from "./descriptor.ts";

/**
 * Collects the data types that descriptors use, directly or indirectly. Types for which `isForeign`
 * returns true belong to other packages and are not collected.
 */
export class DataTypeCollector implements TypeIdAssigner {
  readonly #assignId: (definition: DataTypeDefinedByPackage) => TypeId;
  readonly #isForeign: (definition: DataTypeDefinedByPackage) => boolean;
  readonly #sources = new Map<QualifiedName, DataTypeDefinedByPackage>();
  readonly #definitions = new Map<QualifiedName, DataDefinition>();

  constructor(
    assignId: (definition: DataTypeDefinedByPackage) => TypeId,
    isForeign: (definition: DataTypeDefinedByPackage) => boolean = () => false,
  ) {
    this.#assignId = assignId;
    this.#isForeign = isForeign;
  }

  /** Returns the id of a data type. Raises INVALID_ARGUMENT if two different types have the same name. */
  getTypeId(definition: DataTypeDefinedByPackage): TypeId {
    const { name } = definition;
    const known = this.#sources.get(name);
    if (known === undefined && !this.#isForeign(definition)) {
      // Register the type before defining it; otherwise a recursive type would cause endless recursion.
      this.#sources.set(name, definition);
      this.#definitions.set(name, definition.define(this));
    } else if (known !== undefined && known !== definition) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `Two different types have the name ${name}; rename one of them.`,
      });
    }
    return this.#assignId(definition);
  }

  /** Returns the data types in the order of first use. */
  listDefinitions(): ReadonlyMap<QualifiedName, DataDefinition> {
    return this.#definitions;
  }
}
