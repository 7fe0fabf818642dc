import { type LedgerError, ledgerError } from "../../../base/errors/ledger-error.ts";
import { type PackageId, splitTypeId, type TypeId } from "../../../base/identifiers/identifiers.ts";
import type { RuntimeDataShape } from "../runtime/runtime-value.ts";
import type {
  ExceptionDefinition,
  LfDataType,
  LfInterface,
  LfModule,
  LfPackage,
  LfTemplate,
  LfType,
  LfValueId,
  TypeSynonym,
  ValueDefinition,
} from "../syntax/ast.ts";

/**
 * The definitions of all valid packages that were added, for running code. Packages are never removed, and
 * their ids are hashes of their content, so results stay valid. A missing definition raises
 * PACKAGE_VALIDATION_FAILED.
 */
export class LinkedDefinitions {
  readonly #packages = new Map<PackageId, LfPackage>();
  readonly #templates = new Map<TypeId, LfTemplate>();
  readonly #payloadTypes = new Map<TypeId, LfType>();
  readonly #shapes = new Map<TypeId, RuntimeDataShape>();
  readonly #ranks = new Map<TypeId, ReadonlyMap<string, number>>();

  add(lfPackage: LfPackage): void {
    this.#packages.set(lfPackage.packageId, lfPackage);
  }

  findPackage(packageId: PackageId): LfPackage | undefined {
    return this.#packages.get(packageId);
  }

  listPackages(): IterableIterator<LfPackage> {
    return this.#packages.values();
  }

  getDataType(id: TypeId): LfDataType {
    return this.#find(id, ({ dataTypes }, name) => dataTypes.get(name));
  }

  getSynonym(id: TypeId): TypeSynonym {
    return this.#find(id, ({ synonyms }, name) => synonyms.get(name));
  }

  getValue(name: LfValueId): ValueDefinition {
    return this.#find(name, ({ values }, own) => values.get(own));
  }

  getException(id: TypeId): ExceptionDefinition {
    return this.#find(id, ({ exceptions }, name) => exceptions.get(name));
  }

  /** Returns a template. Cached in a single map, because every call through an interface needs it. */
  getTemplate(id: TypeId): LfTemplate {
    let template = this.#templates.get(id);
    if (template === undefined) {
      template = this.#find(id, ({ templates }, name) => templates.get(name));
      this.#templates.set(id, template);
    }
    return template;
  }

  /** Returns the payload type of a template; always the same object for the same template. */
  getPayloadType(id: TypeId): LfType {
    let type = this.#payloadTypes.get(id);
    if (type === undefined) {
      type = { kind: "constructor", id, arguments: [] };
      this.#payloadTypes.set(id, type);
    }
    return type;
  }

  /** Returns an interface; undefined if the name belongs to a template or to nothing. */
  findInterface(id: TypeId): LfInterface | undefined {
    const { module, name } = this.#locateDefinition(id);
    return module?.interfaces.get(name);
  }

  /** Returns the shape of a data type; always the same object for the same type. */
  getShape(id: TypeId): RuntimeDataShape {
    const known = this.#shapes.get(id);
    if (known !== undefined) return known;
    const shape: RuntimeDataShape = { typeId: id, names: listPartNames(this.getDataType(id)) };
    this.#shapes.set(id, shape);
    return shape;
  }

  /** Returns the position of a field or constructor in its declaration, from 0. */
  getRank(id: TypeId, name: string): number {
    let ranks = this.#ranks.get(id);
    if (ranks === undefined) {
      ranks = new Map(this.getShape(id).names.map((each, rank) => [each, rank]));
      this.#ranks.set(id, ranks);
    }
    const rank = ranks.get(name);
    if (rank === undefined) throw createUndefinedReferenceError(`${id}.${name}`);
    return rank;
  }

  /** Returns the module of a reference and the name in the module. */
  #locateDefinition(id: TypeId | LfValueId): {
    readonly module: LfModule | undefined;
    readonly name: string;
  } {
    const { packageId, qualifiedName } = splitTypeId(id);
    const colon = qualifiedName.indexOf(":");
    return {
      module: this.#packages.get(packageId)?.modules.get(qualifiedName.slice(0, colon)),
      name: qualifiedName.slice(colon + 1),
    };
  }

  #find<T>(id: TypeId | LfValueId, select: (module: LfModule, name: string) => T | undefined): T {
    const { module, name } = this.#locateDefinition(id);
    const found = module === undefined ? undefined : select(module, name);
    if (found === undefined) throw createUndefinedReferenceError(id);
    return found;
  }
}

/** Returns PACKAGE_VALIDATION_FAILED for a reference that the known packages do not define. */
export const createUndefinedReferenceError = (reference: string): LedgerError =>
  ledgerError("PACKAGE_VALIDATION_FAILED", {
    cause: `The type ${reference} is not defined; the package is ill-formed.`,
  });

const listPartNames = ({ constructors }: LfDataType): readonly string[] => {
  switch (constructors.kind) {
    case "record":
      return constructors.fields.map(({ name }) => name);
    case "variant":
      return constructors.constructors.map(({ name }) => name);
    case "enum":
      return constructors.constructors;
    case "interface":
      return [];
  }
};
