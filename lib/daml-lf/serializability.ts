import type { DataType, LfType } from "./ast.ts";
import type { Definitions } from "./definitions.ts";
import { showType } from "./type-equality.ts";
import { invalidPackage } from "./validation-error.ts";

/** Checks that a resolved type is serializable (daml-lf.md 6). Raises DAR_VALIDATION_ERROR. */
export const checkSerializable = (
  definitions: Definitions,
  type: LfType,
  variables: ReadonlySet<string> = new Set(),
): void => {
  const refuse = (): never => {
    throw invalidPackage(`${showType(type)} stands where a serializable type must`);
  };
  switch (type.kind) {
    case "variable":
      if (type.arguments.length > 0 || !variables.has(type.name)) refuse();
      return;
    case "constructor":
      if (!isSerializable(definitions.dataType(type.id), type.arguments)) refuse();
      for (const argument of type.arguments)
        if (argument.kind !== "nat") checkSerializable(definitions, argument, variables);
      return;
    case "builtin":
      checkBuiltin(definitions, type, variables);
      return;
    case "synonym":
    case "forall":
    case "struct":
    case "nat":
      refuse();
  }
};

const isSerializable = (data: DataType, args: readonly LfType[]): boolean =>
  data.serializable && data.parameters.length === args.length;

type Builtin = Extract<LfType, { readonly kind: "builtin" }>;

const checkBuiltin = (
  definitions: Definitions,
  type: Builtin,
  variables: ReadonlySet<string>,
): void => {
  const expect = (count: number): void => {
    if (type.arguments.length !== count)
      throw invalidPackage(`${showType(type)} stands where a serializable type must`);
  };
  switch (type.builtin) {
    case "Unit":
    case "Bool":
    case "Int64":
    case "Date":
    case "Timestamp":
    case "Party":
    case "Text":
      expect(0);
      return;
    case "Numeric":
      expect(1);
      return;
    case "ContractId":
      // What it points to may be an interface, which is not serializable itself.
      expect(1);
      return;
    case "Optional":
    case "List":
    case "TextMap":
      expect(1);
      break;
    case "GenMap":
      expect(2);
      break;
    case "Any":
    case "AnyException":
    case "TypeRep":
    case "Arrow":
    case "Update":
    case "FailureCategory":
    case "BigNumeric":
    case "RoundingMode":
      throw invalidPackage(`${showType(type)} stands where a serializable type must`);
  }
  for (const argument of type.arguments) checkSerializable(definitions, argument, variables);
};
