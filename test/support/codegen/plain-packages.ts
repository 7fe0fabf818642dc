import type { DataDefinition, Type } from "../../../lib/api.ts";
import type { Package } from "../../../lib/index.ts";
import { pingPackage } from "../../../lib/index.ts";

type PlainChoices = Readonly<Record<string, readonly [argument: Type, result: Type]>>;

interface PlainPackage {
  readonly packageId: string;
  readonly name: string;
  readonly version?: string;
  readonly dataTypes: Readonly<Record<string, DataDefinition>>;
  readonly templates?: Readonly<
    Record<
      string,
      {
        readonly payload: Type;
        readonly key?: Type;
        readonly implements?: readonly string[];
        readonly choices: PlainChoices;
      }
    >
  >;
  readonly interfaces?: Readonly<
    Record<
      string,
      { readonly view: Type; readonly requires: readonly string[]; readonly choices: PlainChoices }
    >
  >;
}

/** Returns a package that cannot be run, for tests that use only its signature. */
export const packageOf = ({
  packageId,
  name,
  version = "1.0.0",
  dataTypes,
  templates = {},
  interfaces = {},
}: PlainPackage): Package => ({
  packageId,
  name,
  version,
  language: "2.1",
  dependencies: [],
  engine: pingPackage.engine,
  dataTypes: new Map(Object.entries(dataTypes)),
  templates: new Map(
    Object.entries(templates).map(([id, { implements: implemented = [], ...template }]) => [
      id,
      {
        ...template,
        id: `${packageId}:${id}`,
        implements: new Set(implemented),
        choices: choicesOf(template.choices),
      },
    ]),
  ),
  interfaces: new Map(
    Object.entries(interfaces).map(([id, { requires, ...rest }]) => [
      id,
      {
        ...rest,
        id: `${packageId}:${id}`,
        requires: new Set(requires),
        choices: choicesOf(rest.choices),
      },
    ]),
  ),
});

const choicesOf = (choices: PlainChoices) =>
  new Map(
    Object.entries(choices).map(([name, [argument, result]]) => [
      name,
      { name, consuming: true, argument, result },
    ]),
  );
