import type {
  LfDataType,
  LfExpr,
  LfType,
  ValueDefinition,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { type AssembledPackage, assemblePackage } from "./assemble.ts";
import { module, recordType, valueOf, variantType } from "./definitions.ts";
import { lambda, record, variable, variant } from "./expressions.ts";
import { dataT, functionT, variableT } from "./types.ts";

/**
 * Returns the stable package of `Either` and the tuples, byte for byte as in Canton, so that it has the same
 * id (daml-lf.md 5). Queries by key return pairs of this package.
 */
export const tuplesPackage = (): AssembledPackage => {
  const sizes = numbersTo(20).slice(1);
  return assemblePackage({
    name: "daml-prim-DA-Types",
    version: "1.0.0",
    modules: [
      module("DA.Types", {
        dataTypes: [
          variantType("Either", { Left: variableT("a"), Right: variableT("b") }, eitherOptions),
          ...sizes.map(tupleType),
        ],
        values: [
          eitherConstructor("Left", "a"),
          eitherConstructor("Right", "b"),
          ...sizes.map(tupleConstructor),
        ],
      }),
    ],
  });
};

export const tuplesPackageId = "5aee9b21b8e9a4c4975b5f4c4198e6e6e8469df49e2010820e792f393db870f4";

/** The type of pairs in packages that depend on {@link tuplesPackage}. */
export const tuple2 = `${tuplesPackageId}:DA.Types:Tuple2`;

const eitherOptions = { parameters: ["a", "b"] };

const numbersTo = (size: number): readonly number[] =>
  Array.from({ length: size }, (_, index) => index + 1);

const variables = (prefix: string, size: number): readonly string[] =>
  numbersTo(size).map((each) => `${prefix}${each}`);

const tupleType = (size: number): LfDataType =>
  recordType(
    `Tuple${size}`,
    Object.fromEntries(numbersTo(size).map((each) => [`_${each}`, variableT(`t${each}`)])),
    { parameters: variables("t", size) },
  );

/** Returns the function that constructs a value; the types of its parts are type parameters. */
const constructorOf = (
  name: string,
  parameters: readonly string[],
  { parts, result, body }: { parts: readonly [string, LfType][]; result: LfType; body: LfExpr },
): ValueDefinition => {
  const quantified = parameters.map((each) => ({ name: each, kind: { kind: "star" } as const }));
  return valueOf(
    name,
    {
      kind: "forall",
      parameters: quantified,
      body: functionT(
        parts.map(([, type]) => type),
        result,
      ),
    },
    { kind: "typeLambda", parameters: quantified, body: lambda(parts, body) },
  );
};

const eitherConstructor = (constructor: string, part: string): ValueDefinition => {
  const result = dataT("DA.Types:Either", variableT("a"), variableT("b"));
  return constructorOf(`$$W${constructor}`, eitherOptions.parameters, {
    parts: [[part, variableT(part)]],
    result,
    body: variant(result, constructor, variable(part)),
  });
};

const tupleConstructor = (size: number): ValueDefinition => {
  const parameters = variables("t", size);
  const result = dataT(`DA.Types:Tuple${size}`, ...parameters.map(variableT));
  const parts = parameters.map((type, index): [string, LfType] => [
    `a${index + 1}`,
    variableT(type),
  ]);
  const fields = parts.map(([name], index) => [`_${index + 1}`, variable(name)] as const);
  return constructorOf(`$$WTuple${size}`, parameters, {
    parts,
    result,
    body: record(result, Object.fromEntries(fields)),
  });
};
