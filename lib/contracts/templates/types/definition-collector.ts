import { ledgerError } from "../../../base/errors/ledger-error.ts";
import type { QualifiedName, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { DataDefinition } from "../../../base/values/type.ts";
import type { NamedDefinition, TypeScope } from "./descriptor.ts";

/**
 * Gathers the data types that descriptors mention, each with all the types it mentions itself. A type
 * that `idOf` knows to be somebody else's (`isForeign`) is not gathered.
 */
export class DefinitionCollector implements TypeScope {
  readonly #nameIt: (definition: NamedDefinition) => TypeId;
  readonly #isForeign: (definition: NamedDefinition) => boolean;
  readonly #sources = new Map<QualifiedName, NamedDefinition>();
  readonly #definitions = new Map<QualifiedName, DataDefinition>();

  constructor(
    nameIt: (definition: NamedDefinition) => TypeId,
    isForeign: (definition: NamedDefinition) => boolean = () => false,
  ) {
    this.#nameIt = nameIt;
    this.#isForeign = isForeign;
  }

  /** Raises INVALID_ARGUMENT when two different types have one name. */
  idOf(definition: NamedDefinition): TypeId {
    const { name } = definition;
    const known = this.#sources.get(name);
    if (known === undefined && !this.#isForeign(definition)) {
      // Before it is defined, or a recursive type would never end.
      this.#sources.set(name, definition);
      this.#definitions.set(name, definition.define(this));
    } else if (known !== undefined && known !== definition) {
      throw ledgerError("INVALID_ARGUMENT", {
        cause: `Two different types are called ${name}; rename one of them.`,
      });
    }
    return this.#nameIt(definition);
  }

  /** In the order in which they were first mentioned. */
  definitions(): ReadonlyMap<QualifiedName, DataDefinition> {
    return this.#definitions;
  }
}
