import type { PackageName, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import { createPreconditionException } from "../types/contract-exception.ts";
import type { InterfaceDeclaration, TemplateDeclaration } from "../types/declaration.ts";
import { formatNativeValue } from "../types/shape-of-descriptor.ts";
import {
  encodeContractCodeReturnValue,
  requireBooleanFromContractCode,
  requirePartiesFromContractCode,
} from "./return-values.ts";

/** Parties and key of a contract, computed from its payload. */
export interface PayloadPartiesAndKey {
  readonly signatories: readonly Party[];
  readonly observers: readonly Party[];
  readonly key?: { readonly value: Value; readonly maintainers: readonly Party[] };
}

export interface RunnableTypeScriptTemplateProperties {
  readonly id: TypeId;
  readonly packageName: PackageName;
  readonly declaration: TemplateDeclaration;
  readonly payloadType: Type;
  readonly keyType: Type | undefined;
  /** Implemented interfaces by id. */
  readonly implements: ReadonlyMap<TypeId, InterfaceDeclaration>;
}

/** A template of a package, ready to run. */
export class RunnableTypeScriptTemplate {
  readonly id: TypeId;
  readonly packageName: PackageName;
  readonly declaration: TemplateDeclaration;
  readonly payloadType: Type;
  readonly keyType: Type | undefined;
  readonly implements: ReadonlyMap<TypeId, InterfaceDeclaration>;
  /**
   * Native payloads of contracts that were checked to be valid for this version of the template.
   */
  readonly payloads = new WeakMap<Contract, unknown>();

  constructor(parts: RunnableTypeScriptTemplateProperties) {
    this.id = parts.id;
    this.packageName = parts.packageName;
    this.declaration = parts.declaration;
    this.payloadType = parts.payloadType;
    this.keyType = parts.keyType;
    this.implements = parts.implements;
  }

  get name(): string {
    return this.declaration.qualifiedName;
  }

  /**
   * Evaluates the template's rules for a payload, in the order of daml-lf.md 8.1. Throws a
   * PreconditionFailed exception if the precondition does not hold. Raises DAML_INTERPRETATION_ERROR if the
   * code returns invalid values.
   */
  computeTerms(payload: unknown): PayloadPartiesAndKey {
    const { declaration, name } = this;
    if (!this.meetsPrecondition(payload)) {
      throw createPreconditionException(
        `Template precondition violated: ${name} ${formatNativeValue(declaration.payload, payload)}`,
      );
    }
    const signatories = requirePartiesFromContractCode(
      `signatories of ${name}`,
      declaration.signatories(payload),
    );
    const observers = requirePartiesFromContractCode(
      `observers of ${name}`,
      declaration.observers(payload),
    );
    const key = declaration.key;
    if (key === undefined) return { signatories, observers };
    const value = encodeContractCodeReturnValue(`key of ${name}`, key.type, key.of(payload));
    return { signatories, observers, key: { value, maintainers: this.computeMaintainers(value) } };
  }

  /**
   * Returns the result of the precondition. Raises DAML_INTERPRETATION_ERROR if the code returns an invalid
   * value.
   */
  meetsPrecondition(payload: unknown): boolean {
    const { ensure } = this.declaration;
    return (
      ensure === undefined ||
      requireBooleanFromContractCode(`ensure of ${this.name}`, ensure(payload))
    );
  }

  /** Returns the maintainers of a key; none if the template has no key. */
  computeMaintainers(key: Value): readonly Party[] {
    const declared = this.declaration.key;
    if (declared === undefined) return [];
    const answer = declared.maintainers(declared.type.decode(key));
    return requirePartiesFromContractCode(`maintainers of ${this.name}`, answer);
  }

  /** Returns the JSON of a key, for messages. */
  formatKey(key: Value): string {
    const declared = this.declaration.key;
    return declared === undefined
      ? ""
      : formatNativeValue(declared.type, declared.type.decode(key));
  }
}
