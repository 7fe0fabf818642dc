import {
  createTypeId,
  type PackageId,
  type PackageName,
  splitTypeId,
  type TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import type { DamlPackages } from "../engine/daml-packages.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import { type RuntimeValue, unit } from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";
import { scriptQuestionsModuleName } from "./script-library.ts";
import {
  createAnyChoiceValue,
  createAnyContractKeyValue,
  createAnyTemplateValue,
  createAnyValue,
  createTemplateTypeRepValue,
} from "./stable-values.ts";

/** A ledger value with its type, as the script defines it. */
export interface TypedValue {
  readonly type: Type;
  readonly value: Value;
}

/** A contract key and its template. */
export interface TypedContractKey extends TypedValue {
  readonly template: TypeId;
}

const constructorType = (id: TypeId): LfType => ({ kind: "constructor", id, arguments: [] });

/** Converts types and values of a script and its library between running code and the ledger. */
export class ScriptValueConverter {
  readonly #packages: DamlPackages;
  readonly #library: PackageId;
  readonly #types = new Map<TypeId, LfType>();

  constructor(packages: DamlPackages, library: PackageId) {
    this.#packages = packages;
    this.#library = library;
  }

  get #program() {
    return this.#packages.program;
  }

  /** Returns a type; always the same object for the same id. */
  getConstructorType(id: TypeId): LfType {
    let type = this.#types.get(id);
    if (type === undefined) {
      type = constructorType(id);
      this.#types.set(id, type);
    }
    return type;
  }

  getPackageName(id: TypeId): PackageName {
    return this.#packages.getPackageName(id);
  }

  isInterface(id: TypeId): boolean {
    return this.#program.definitions.findInterface(id) !== undefined;
  }

  /** Returns the content of an Any, and its data type. */
  readAny(any: RuntimeValue): TypedValue & { readonly typeId: TypeId } {
    const { type, value } = requireValueKind("any", any);
    if (type.kind !== "constructor") {
      throw createEngineFaultError("an Any contains a value without a data type");
    }
    return { ...this.toTypedValue(this.getConstructorType(type.id), value), typeId: type.id };
  }

  /** Returns a contract key of a template. Libraries up to 3.4 wrap it in an Any. */
  readKey(template: TypeId, key: RuntimeValue): TypedContractKey {
    const { key: declared } = this.#program.getTemplateCode(template);
    if (declared === undefined) throw createEngineFaultError(`${template} has no key`);
    const bare = typeof key === "object" && key.kind === "any" ? key.value : key;
    return { ...this.toTypedValue(declared.type, bare), template };
  }

  /** Returns a key with its template, in the form that this version of the library uses. */
  toAnyKey({ template, value }: TypedContractKey): RuntimeValue {
    const { key: declared } = this.#program.getTemplateCode(template);
    if (declared === undefined) throw createEngineFaultError(`${template} has no key`);
    const key = this.read(declared.type, value);
    const own = `${scriptQuestionsModuleName}.Commands:AnyContractKey`;
    if (!this.#hasData(own)) {
      return createAnyContractKeyValue(
        createAnyValue(declared.type, key),
        this.getConstructorType(template),
      );
    }
    return this.createRecord(own, {
      getAnyContractKey: key,
      getAnyContractKeyTemplateTypeRep: createTemplateTypeRepValue(
        this.getConstructorType(template),
      ),
    });
  }

  toAnyContractId(contractId: string, template: TypeId): RuntimeValue {
    return this.createRecord(`${scriptQuestionsModuleName}.Util:AnyContractId`, {
      templateId: createTemplateTypeRepValue(this.getConstructorType(template)),
      contractId: { kind: "contractId", value: contractId },
    });
  }

  /** Returns true if two types have the same module and name, whatever their packages. */
  isSameEntity(one: TypeId, other: TypeId): boolean {
    return splitTypeId(one).qualifiedName === splitTypeId(other).qualifiedName;
  }

  toTypedValue(type: LfType, value: RuntimeValue): TypedValue {
    return { type: this.#packages.getDeclaredType(type), value: this.convertToLedgerValue(value) };
  }

  getDeclaredType(type: LfType): Type {
    return this.#packages.getDeclaredType(type);
  }

  convertToLedgerValue(value: RuntimeValue): Value {
    return toLedgerValue(value, this.#program.budget);
  }

  read(type: LfType, value: Value): RuntimeValue {
    return this.#program.values.read(type, value);
  }

  /**
   * Returns the payload of a contract, for a template of the script's packages. For another template it
   * returns a placeholder, which the script cannot inspect.
   */
  toAnyTemplate(template: TypeId, payload: Value): RuntimeValue {
    const type = this.getConstructorType(template);
    const value = this.#isKnown(template) ? this.read(type, payload) : unit;
    return createAnyTemplateValue(createAnyValue(type, value));
  }

  toAnyChoice(owner: TypeId, choice: string, argument: Value): RuntimeValue {
    const ownerType = this.getConstructorType(owner);
    if (!this.#isKnown(owner)) {
      return createAnyChoiceValue(createAnyValue(ownerType, unit), ownerType);
    }
    const { argumentType } = this.#program.getChoiceCode(owner, choice).definition;
    return createAnyChoiceValue(
      createAnyValue(argumentType, this.read(argumentType, argument)),
      ownerType,
    );
  }

  readChoiceResult(owner: TypeId, choice: string, result: Value): RuntimeValue {
    const { resultType } = this.#program.getChoiceCode(owner, choice).definition;
    return this.read(resultType, result);
  }

  /** Returns the view of an interface. */
  readView(interfaceId: TypeId, view: Value): RuntimeValue {
    const definition = this.#program.definitions.findInterface(interfaceId);
    if (definition === undefined) {
      throw createEngineFaultError(`${interfaceId} is not an interface`);
    }
    return this.read(definition.view, view);
  }

  #isKnown(id: TypeId): boolean {
    return this.#program.definitions.findPackage(splitTypeId(id).packageId) !== undefined;
  }

  /** Returns true if the library has a data type with a constructor or field of this name. */
  hasPart(qualifiedName: string, part: string): boolean {
    return this.#hasData(qualifiedName) && this.#getShape(qualifiedName).names.includes(part);
  }

  /**
   * Returns a record of the library. `fields` must contain every field that the record has in this
   * version, and may contain more.
   */
  createRecord(
    qualifiedName: string,
    fields: Readonly<Record<string, RuntimeValue>>,
  ): Extract<RuntimeValue, { readonly kind: "record" }> {
    const shape = this.#getShape(qualifiedName);
    const values = shape.names.map((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (value !== undefined) return value;
      throw createEngineFaultError(
        `${shape.typeId} has the unknown field ${name}; this script library is not supported`,
      );
    });
    return { kind: "record", shape, fields: values };
  }

  /** Returns a value of a variant or enum of the library. */
  createVariant(
    qualifiedName: string,
    constructor: string,
    value: RuntimeValue = unit,
  ): RuntimeValue {
    const shape = this.#getShape(qualifiedName);
    const rank = shape.names.indexOf(constructor);
    if (rank < 0) throw createEngineFaultError(`${shape.typeId} has no constructor ${constructor}`);
    const { kind } = this.#program.definitions.getDataType(shape.typeId).constructors;
    return kind === "enum" ? { kind, shape, rank } : { kind: "variant", shape, rank, value };
  }

  /**
   * Returns the payload of a constructor of a variant of the library: a record with fields from `data`,
   * or unit if the constructor has no record. Returns undefined if `data` lacks a field.
   */
  createConstructorPayload(
    variant: string,
    constructor: string,
    data: Readonly<Record<string, RuntimeValue | undefined>>,
  ): RuntimeValue | undefined {
    const record = `${variant}.${constructor}`;
    if (!this.#hasData(record)) return unit;
    const shape = this.#getShape(record);
    const fields = shape.names.flatMap((name) => data[name] ?? []);
    return fields.length === shape.names.length ? { kind: "record", shape, fields } : undefined;
  }

  #getShape(qualifiedName: string) {
    return this.#program.definitions.getShape(createTypeId(this.#library, qualifiedName));
  }

  #hasData(qualifiedName: string): boolean {
    const colon = qualifiedName.indexOf(":");
    return (
      this.#program.definitions
        .findPackage(this.#library)
        ?.modules.get(qualifiedName.slice(0, colon))
        ?.dataTypes.has(qualifiedName.slice(colon + 1)) ?? false
    );
  }
}
