import { splitTypeId } from "../../../../lib/base/identifiers/identifiers.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { PackageSelection } from "../../../../lib/contracts/packages/package-selection.ts";
import { PackageRegistry } from "../../../../lib/contracts/packages/registry.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { readCommandsRequest } from "../../../../lib/operations/commands/commands-request.ts";
import { translateCommands } from "../../../../lib/operations/commands/translate-commands.ts";
import { assertNoLocalContractIds } from "../../../../lib/operations/submission/interpret.ts";
import { assembleDar, assemblePackage } from "../../../support/lf/assemble.ts";
import { modules } from "../../../support/lf/notation.ts";
import { computed, type ValueRow, type ValueTable } from "./value-table.ts";

const face = (name: string): string => `
  interface ${name} {
    view View;
    nonconsuming choice ${name}Choice by [@Party] = pure @Unit ();
  }`;
const noopChoice = "nonconsuming choice Noop by [@Party] = pure @Unit ();";
const key = String.raw`key List Party = this.owners maintained by \(key: List Party) -> key;`;

const versionOf = (version: string) =>
  assemblePackage({
    name: "commanded",
    version,
    languageVersion: "2.3",
    modules: modules`
      module Main {
        record View {}
        record Box a {content: a}
        ${face("Face")}
        ${face("OtherFace")}
        template Plain with {owners: List Party, number: Int64} {
          signatories this.owners;
          ${noopChoice}
        }
        template Keyed with {owners: List Party, number: Int64} {
          signatories this.owners;
          ${key}
          ${noopChoice}
          nonconsuming choice Transfer (arg: Box (List Party)) by this.owners = pure @Unit ();
          implements Face {view View {};}
        }
        template Linked with {owners: List Party, link: ContractId Unit} {
          signatories this.owners;
          ${key}
          nonconsuming choice Change (arg: ContractId Unit) by this.owners = pure @Unit ();
        }
      }
    `,
  });

const versions = ["1.0.0", "1.1.0"].map(versionOf);
const [first, second] = versions.map(({ packageId }) => packageId) as [string, string];
const loader = createDamlLoader();
const registry = PackageRegistry.of(versions.flatMap((each) => loader.load(assembleDar(each))));

/**
 * Returns the package version of a translated command, `first` or `second`; `no package` if no package is
 * found; `refused` for other errors.
 */
const verdictOn = (
  command: object,
  packageIdSelectionPreference: readonly string[] = [],
): string => {
  try {
    const request = readCommandsRequest({
      commands: [command],
      commandId: "c",
      actAs: ["Alice"],
      packageIdSelectionPreference,
    });
    const { commands } = translateCommands(request, {
      packages: registry,
      isUsable: () => true,
      checkPackageNames: () => undefined,
      maxValueNesting: 100,
    });
    commands.forEach(assertNoLocalContractIds);
    return commands.map(({ typeId }) => nameOf(splitTypeId(typeId).packageId)).join();
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    const { code } = error.details;
    return noPackage.includes(code) ? "no package" : "refused";
  }
};

const noPackage: readonly string[] = [
  "JSON_API_PACKAGE_SELECTION_FAILED",
  "PACKAGE_NAMES_NOT_FOUND",
];

const nameOf = (packageId: string): string => (packageId === first ? "first" : "second");

const owners = ["Alice"];
const idOf = (name: string, packageRef = first): string => `${packageRef}:Main:${name}`;
const contractId = `00${"5c".repeat(32)}de`;

type Changes = Readonly<Record<string, unknown>>;
const createOf = (changes: Changes = {}) => ({
  CreateCommand: {
    templateId: idOf("Keyed"),
    createArguments: { owners, number: "42" },
    ...changes,
  },
});
const transfer = { choice: "Transfer", choiceArgument: { content: ["Clara"] } };
const exerciseOf = (changes: Changes = {}) => ({
  ExerciseCommand: { templateId: idOf("Keyed"), contractId, ...transfer, ...changes },
});
const byKeyOf = (changes: Changes = {}) => ({
  ExerciseByKeyCommand: {
    templateId: idOf("Keyed"),
    contractKey: owners,
    ...transfer,
    ...changes,
  },
});
const bothOf = (changes: Changes = {}) => ({
  CreateAndExerciseCommand: {
    templateId: idOf("Keyed"),
    createArguments: { owners, number: "42" },
    ...transfer,
    ...changes,
  },
});
const byFaceOf = (changes: Changes = {}) =>
  exerciseOf({ templateId: idOf("Face"), choice: "FaceChoice", choiceArgument: {}, ...changes });

const gives = (
  what: string,
  command: object,
  outcome: string,
  preference?: readonly string[],
): ValueRow => computed(what, () => verdictOn(command, preference), outcome);

const undefinedT = { templateId: idOf("Undefined") };
const noop = { choice: "Noop", choiceArgument: {} };

/** Returns one command of each kind that names its package. */
const byName = (name: string): readonly (readonly [string, object])[] => [
  ["a create", createOf({ templateId: idOf("Plain", name) })],
  ["an exercise", exerciseOf({ templateId: idOf("Plain", name), ...noop })],
  ["an exercise by key", byKeyOf({ templateId: idOf("Keyed", name), ...noop })],
  ["a create with an exercise", bothOf({ templateId: idOf("Plain", name), ...noop })],
];

const local = { v1: `00${"5c".repeat(32)}`, v2: `01${"5c".repeat(12)}` };
const finalIds = [`${local.v1}00`, `${local.v1}01`, `${local.v2}80`] as const;

/**
 * Returns commands with this id in one of the places for contract ids, and another id in the other places.
 */
const withIds = (
  what: string,
  culprit: string,
  honest: string,
  outcome: string,
): readonly ValueRow[] => {
  const linked = { templateId: idOf("Linked"), choice: "Change" };
  const argumentsWith = (link: string) => ({ createArguments: { owners, link } });
  return [
    gives(
      `${what} in a create`,
      createOf({ templateId: idOf("Linked"), ...argumentsWith(culprit) }),
      outcome,
    ),
    gives(
      `${what} as an argument`,
      exerciseOf({ ...linked, contractId: honest, choiceArgument: culprit }),
      outcome,
    ),
    gives(
      `${what} as the contract`,
      exerciseOf({ ...linked, contractId: culprit, choiceArgument: honest }),
      outcome,
    ),
    gives(
      `${what} in a create with an exercise`,
      bothOf({ ...linked, ...argumentsWith(culprit), choiceArgument: honest }),
      outcome,
    ),
    gives(
      `${what} as an argument after a create`,
      bothOf({ ...linked, ...argumentsWith(honest), choiceArgument: culprit }),
      outcome,
    ),
    gives(
      `${what} as an argument by key`,
      byKeyOf({ ...linked, choiceArgument: culprit }),
      outcome,
    ),
  ];
};

/** Returns the package to which a name resolves, or `refused` if the preference does not decide. */
const resolved = (preference: readonly string[]): string => {
  try {
    const selection = new PackageSelection(registry, { preference });
    return nameOf(selection.getPreferredPackage("commanded").packageId);
  } catch (error) {
    if (isLedgerError(error)) return "refused";
    throw error;
  }
};

/** Facts about how commands are translated before they run. */
export const commandsTable: ValueTable = {
  suite: "engine/…/engine/PreprocessorSpec, …/refinement/ApiCommandPreprocessorSpec",
  about: "commands",
  groups: [
    {
      title: "are translated with the template, choice and key that they name",
      rows: [
        gives("a create", createOf(), "first"),
        gives("an exercise", exerciseOf(), "first"),
        gives("an exercise by interface", byFaceOf(), "first"),
        gives("an exercise by key", byKeyOf(), "first"),
        gives("a create with an exercise", bothOf(), "first"),
        gives("a create without key", createOf({ templateId: idOf("Plain") }), "first"),
      ],
    },
    {
      title: "are refused if they name something unknown, or have an argument of another type",
      rows: [
        gives("a create of no template", createOf(undefinedT), "refused"),
        gives(
          "a create with an argument of another type",
          createOf({ createArguments: { content: "42" } }),
          "refused",
        ),
        gives(
          "a create with the name of a field wrong",
          createOf({ templateId: idOf("Plain"), createArguments: { owners, wrong: "42" } }),
          "refused",
        ),
        gives("an exercise on no template", exerciseOf(undefinedT), "refused"),
        gives("an exercise of no choice", exerciseOf({ choice: "Undefined" }), "refused"),
        gives(
          "an exercise with an argument of another type",
          exerciseOf({ choiceArgument: { content: "42" } }),
          "refused",
        ),
        gives(
          "the choice of another interface",
          byFaceOf({ choice: "OtherFaceChoice" }),
          "refused",
        ),
        gives("an exercise by key on no template", byKeyOf(undefinedT), "refused"),
        gives("an exercise by another key", byKeyOf({ contractKey: [42] }), "refused"),
        gives("an exercise by key of no choice", byKeyOf({ choice: "Undefined" }), "refused"),
        gives(
          "an exercise by key with an argument of another type",
          byKeyOf({ choiceArgument: { content: "42" } }),
          "refused",
        ),
        gives("a create with an exercise, on no template", bothOf(undefinedT), "refused"),
        gives(
          "a create with an argument of another type, with an exercise",
          bothOf({ createArguments: { content: "42" } }),
          "refused",
        ),
        gives("a create with an exercise of no choice", bothOf({ choice: "Undefined" }), "refused"),
        gives(
          "a create with an exercise that has an argument of another type",
          bothOf({ choiceArgument: { content: "42" } }),
          "refused",
        ),
      ],
    },
    {
      title: "must name contracts by ids with an absolute suffix",
      rows: [
        ...withIds("version 1", finalIds[0], finalIds[1], "first"),
        ...withIds("version 1 beside version 2", finalIds[0], finalIds[2], "first"),
        ...withIds("version 1, local,", local.v1, finalIds[0], "refused"),
        ...withIds("version 2, local,", local.v2, finalIds[2], "refused"),
        ...withIds("version 2, relative,", `${local.v2}00`, finalIds[2], "refused"),
      ],
    },
    {
      title: "may select a package by name",
      rows: [
        ...byName("#commanded").map(([what, command]) =>
          gives(`${what}, preferred`, command, "first", [first]),
        ),
        ...byName("#unknown").map(([what, command]) =>
          gives(`${what}, unknown`, command, "no package"),
        ),
      ],
    },
    {
      title: "have at most one preferred package for a name",
      rows: [
        computed("one of two", () => resolved([second]), "second"),
        computed("an unknown one", () => resolved(["00"]), "refused"),
        computed("an unknown one beside another", () => resolved([first, "00"]), "refused"),
        computed("two of one name", () => resolved([first, second]), "refused"),
      ],
    },
  ],
  leftOut: [
    {
      cases: 4,
      what: "contracts and keys that are prefetched",
      why: "a ledger in memory prefetches nothing",
    },
    {
      cases: 24,
      what: "allowed local contract ids",
      why: "commands of clients may never contain them",
    },
  ],
};
