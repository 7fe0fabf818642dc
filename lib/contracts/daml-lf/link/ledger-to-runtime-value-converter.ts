import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import * as make from "../../../base/values/constructors.ts";
import type { Value } from "../../../base/values/value.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import type { EvaluationBudget } from "../runtime/budget.ts";
import { createGenMap, createTextMap } from "../runtime/maps.ts";
import {
  createRuntimeList,
  createRuntimeSome,
  type RuntimeDataShape,
  runtimeNone,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";
import { expandTypeSynonyms } from "../syntax/expand-type.ts";
import { LfTypeNumbering } from "../syntax/type-numbers.ts";
import type { LinkedDefinitions } from "./linked-definitions.ts";

type RuntimeValueConverter = (value: Value) => RuntimeValue;

/**
 * Converts ledger values to runtime values of declared types, with one compiled converter per type. Values
 * of another version of a type are accepted if the upgrade rules allow it: missing trailing fields must be
 * Optional, surplus fields must be None, and constructors are matched by name. Raises
 * INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED (daml-lf.md 18.3).
 */
export class LedgerToRuntimeValueConverter {
  readonly #definitions: LinkedDefinitions;
  readonly #budget: EvaluationBudget;
  readonly #numbers = new LfTypeNumbering();
  readonly #converters = new Map<number, RuntimeValueConverter>();
  /** Converters by type object. A type object that was read before needs no look-up by structure. */
  readonly #byType = new WeakMap<LfType, RuntimeValueConverter>();

  constructor(definitions: LinkedDefinitions, budget: EvaluationBudget) {
    this.#definitions = definitions;
    this.#budget = budget;
  }

  read(type: LfType, value: Value): RuntimeValue {
    let convert = this.#byType.get(type);
    if (convert === undefined) {
      convert = this.#getConverter(expandTypeSynonyms(type, this.#definitions));
      this.#byType.set(type, convert);
    }
    return convert(value);
  }

  #getConverter(type: LfType): RuntimeValueConverter {
    const number = this.#numbers.getTypeNumber(type);
    const known = this.#converters.get(number);
    if (known !== undefined) return known;
    // The converter of a data type compiles those of its parts on first use, so recursive types do not recurse here.
    const compiled = this.#compile(type);
    this.#converters.set(number, compiled);
    return compiled;
  }

  #compile(type: LfType): RuntimeValueConverter {
    switch (type.kind) {
      case "builtin":
        return this.#createBuiltinConverter(type);
      case "constructor":
        return this.#createDataConverter(type);
      case "variable":
      case "synonym":
      case "forall":
      case "struct":
      case "nat":
        return (value) => throwMismatch(`a serializable type, not a ${type.kind}`, value);
    }
  }

  #createBuiltinConverter(
    type: Extract<LfType, { readonly kind: "builtin" }>,
  ): RuntimeValueConverter {
    const argument = (index: number): RuntimeValueConverter => {
      const inner = type.arguments[index];
      return inner === undefined
        ? (value) => throwMismatch("a type with its arguments", value)
        : this.#getConverter(inner);
    };
    switch (type.builtin) {
      case "Optional": {
        const element = argument(0);
        return (value) => {
          if (value.kind !== "optional") return throwMismatch("an Optional", value);
          return value.value === undefined ? runtimeNone : createRuntimeSome(element(value.value));
        };
      }
      case "List": {
        const element = argument(0);
        return (value) =>
          value.kind === "list"
            ? createRuntimeList(value.elements.map(element))
            : throwMismatch("a List", value);
      }
      case "TextMap": {
        const element = argument(0);
        return (value) =>
          value.kind === "textMap"
            ? createTextMap(value.entries.map(([key, content]) => [key, element(content)] as const))
            : throwMismatch("a TextMap", value);
      }
      case "GenMap": {
        const key = argument(0);
        const content = argument(1);
        return (value) =>
          value.kind === "genMap"
            ? createGenMap(
                value.entries.map(([k, v]) => [key(k), content(v)] as const),
                this.#budget,
              )
            : throwMismatch("a GenMap", value);
      }
      case "Numeric": {
        const [scale] = type.arguments;
        return (value) =>
          value.kind === "numeric" && scale?.kind === "nat" && value.scale === scale.value
            ? value
            : throwMismatch("a Numeric of the declared scale", value);
      }
      case "Unit":
      case "Bool":
      case "Int64":
      case "Text":
      case "Date":
      case "Timestamp":
      case "Party":
      case "ContractId":
        return createScalarConverter(type.builtin);
      case "Any":
      case "AnyException":
      case "TypeRep":
      case "Arrow":
      case "Update":
      case "FailureCategory":
      case "BigNumeric":
      case "RoundingMode":
        return (value) => throwMismatch(`a serializable type, not ${type.builtin}`, value);
    }
  }

  #createDataConverter(
    type: Extract<LfType, { readonly kind: "constructor" }>,
  ): RuntimeValueConverter {
    const definitions = this.#definitions;
    const { parameters, constructors } = definitions.getDataType(type.id);
    const shape = definitions.getShape(type.id);
    const bindings = new Map(
      parameters.flatMap(({ name }, index) => {
        const argument = type.arguments[index];
        return argument === undefined ? [] : [[name, argument] as const];
      }),
    );
    const expanded = (unexpanded: LfType): LfType =>
      expandTypeSynonyms(unexpanded, definitions, bindings);
    switch (constructors.kind) {
      case "record":
        return createRecordReader(
          shape,
          constructors.fields.map((field) => {
            const fieldType = expanded(field.type);
            return { optional: isOptional(fieldType), convert: this.#lazyConverter(fieldType) };
          }),
        );
      case "variant":
        return createVariantReader(
          shape,
          constructors.constructors.map(({ type: payload }) =>
            this.#lazyConverter(expanded(payload)),
          ),
        );
      case "enum":
        return (value) => {
          if (value.kind !== "enum") return throwMismatch("an enum", value);
          return { kind: "enum", shape, rank: getConstructorRank(shape, value.constructor) };
        };
      case "interface":
        return (value) => throwMismatch("a serializable type, not an interface", value);
    }
  }

  /** Returns a converter that is compiled on first use, because many types never occur in a contract. */
  #lazyConverter(type: LfType): RuntimeValueConverter {
    let convert: RuntimeValueConverter | undefined;
    return (value) => (convert ??= this.#getConverter(type))(value);
  }
}

const isOptional = (type: LfType): boolean =>
  type.kind === "builtin" && type.builtin === "Optional";

const createRecordReader =
  (
    shape: RuntimeDataShape,
    fields: readonly { readonly optional: boolean; readonly convert: RuntimeValueConverter }[],
  ): RuntimeValueConverter =>
  (value) => {
    if (value.kind !== "record") return throwMismatch("a record", value);
    const surplus = value.fields.slice(fields.length);
    if (!surplus.every((field) => make.isNone(field))) {
      throw translationFailedError(
        `a value of ${shape.typeId} has ${surplus.length} additional fields, and they are not all None`,
      );
    }
    return {
      kind: "record",
      shape,
      fields: fields.map(({ optional, convert }, index) => {
        const field = value.fields[index];
        if (field !== undefined) return convert(field);
        if (optional) return runtimeNone;
        throw translationFailedError(
          `a value of ${shape.typeId} lacks the field ${shape.names[index] ?? index}`,
        );
      }),
    };
  };

const createVariantReader =
  (shape: RuntimeDataShape, payloads: readonly RuntimeValueConverter[]): RuntimeValueConverter =>
  (value) => {
    if (value.kind !== "variant") return throwMismatch("a variant", value);
    const rank = getConstructorRank(shape, value.constructor);
    const payload = payloads[rank];
    if (payload === undefined) return throwMismatch("a constructor", value);
    return { kind: "variant", shape, rank, value: payload(value.value) };
  };

const getConstructorRank = (shape: RuntimeDataShape, constructor: string): number => {
  const rank = shape.names.indexOf(constructor);
  if (rank < 0) throw translationFailedError(`${shape.typeId} has no constructor ${constructor}`);
  return rank;
};

type ScalarType =
  "Unit" | "Bool" | "Int64" | "Text" | "Date" | "Timestamp" | "Party" | "ContractId";

const createScalarConverter = (builtin: ScalarType): RuntimeValueConverter => {
  switch (builtin) {
    case "Unit":
      return (value) => (value.kind === "unit" ? unit : throwMismatch(builtin, value));
    case "Bool":
      return (value) => (value.kind === "bool" ? value.value : throwMismatch(builtin, value));
    case "Int64":
      return (value) => (value.kind === "int64" ? value.value : throwMismatch(builtin, value));
    case "Text":
      return (value) => (value.kind === "text" ? value.value : throwMismatch(builtin, value));
    case "Date":
      return (value) => (value.kind === "date" ? value : throwMismatch(builtin, value));
    case "Timestamp":
      return (value) => (value.kind === "timestamp" ? value : throwMismatch(builtin, value));
    case "Party":
      return (value) => (value.kind === "party" ? value : throwMismatch(builtin, value));
    case "ContractId":
      return (value) => (value.kind === "contractId" ? value : throwMismatch(builtin, value));
  }
};

const translationFailedError = (reason: string): LedgerError =>
  interpretationError("INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED", {
    cause: `the contract cannot be read with the chosen package: ${reason}.`,
  });

const throwMismatch = (expected: string, value: Value): never => {
  throw translationFailedError(`${expected} was expected, a ${value.kind} was found`);
};
