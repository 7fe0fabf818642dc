import {
  createPartyValue,
  createRecordValue as recordValue,
} from "../../../../lib/base/values/constructors.ts";
import { type AssembledPackage, assemblePackage } from "../../../support/lf/assemble.ts";
import { definitions, expr, modules } from "../../../support/lf/notation.ts";
import { given, idAs } from "../../../support/lf/stage.ts";
import { tuple2 } from "../../../support/lf/tuples.ts";
import { textT } from "../../../support/lf/types.ts";
import { soleParty } from "./exceptions-catching.ts";
import type { UpdateGroup, UpdateRow } from "./update-table.ts";

/**
 * A package with the definitions that both versions share: an interface whose choice calls methods of the
 * template, a key, and an exception.
 */
export const commonPackage: AssembledPackage = assemblePackage({
  name: "common",
  version: "1.0.0",
  languageVersion: "2.3",
  modules: modules`
    module Main {
      record View {}
      record Label {word: Text, holders: List Party}
      exception Bad {message: Text} message \(e: Bad) -> e.message;
      interface Bearer {
        view View;
        method leaders: List Party;
        method watchers: List Party;
        nonconsuming choice Ask: Text
          by callInterface @Bearer leaders this
          observed by callInterface @Bearer watchers this
          = pure @Text "asked";
      }
    }
  `,
});

const ofCommon = (name: string): string => `${commonPackage.packageId}:Main:${name}`;
const [label, bearer, view] = [ofCommon("Label"), ofCommon("Bearer"), ofCommon("View")];
const throwBad = (type: string, message: string): string =>
  `(throw @${type} @${ofCommon("Bad")} ${ofCommon("Bad")} {message = "${message}"})`;

/** The parts of a template whose code can throw. */
const fields = [
  "Precondition",
  "Signatories",
  "Observers",
  "Key",
  "Maintainers",
  "MaintainersBody",
  "ChoiceControllers",
  "ChoiceObservers",
] as const;
type Field = (typeof fields)[number];

const labelOf = (holder: string): string =>
  `${label} {word = "label", holders = [@Party ${holder}]}`;

/** Returns a template that is named after one part; the code of that part throws if `throws` is true. */
const templateNamed = (name: Field, throws: boolean): string => {
  const part = (which: Field, type: string, fine: string): string =>
    throws && which === name ? throwBad(type, name) : fine;
  const owners = "[@Party this.owner]";
  const holders = part("MaintainersBody", "(List Party)", "key.holders");
  const maintainers = String.raw`\(key: ${label}) -> ${holders}`;
  return `
    template ${name} with {owner: Party} {
      precondition ${part("Precondition", "Bool", "True")};
      signatories ${part("Signatories", "(List Party)", owners)};
      observers ${part("Observers", "(List Party)", "[@Party]")};
      nonconsuming choice Touch: Text by ${owners} = pure @Text "touched";
      key ${label} = ${part("Key", label, labelOf("this.owner"))}
        maintained by ${part("Maintainers", `(${label} -> List Party)`, maintainers)};
      implements ${bearer} {
        view ${view} {};
        method leaders = ${part("ChoiceControllers", "(List Party)", owners)};
        method watchers = ${part("ChoiceObservers", "(List Party)", "[@Party]")};
      }
    }`;
};

const versionOf = (version: string, throws: boolean): AssembledPackage =>
  assemblePackage({
    name: "versions",
    version,
    languageVersion: "2.3",
    modules: modules`
      module Main {${fields.map((name) => templateNamed(name, throws)).join("")}}
    `,
  });

/** Version 1, in which no part throws. In version 2, {@link badPackage}, every part throws. */
export const finePackage: AssembledPackage = versionOf("1.0.0", false);
export const badPackage: AssembledPackage = versionOf("2.0.0", true);

const fine = (name: Field): string => `${finePackage.packageId}:Main:${name}`;
const broken = (name: Field): string => `${badPackage.packageId}:Main:${name}`;

const caught = (type: string, content: string, body: string): string =>
  `try @${type} ${body} catch e -> Some @(Update ${type}) (pure @${type} ${content})`;

/** An operation with version 2 on a contract of version 1, inside a try block. */
interface Deed {
  readonly title: string;
  readonly fields: readonly Field[];
  readonly by: (name: Field, id: string) => string;
}

const then = (type: string, done: string): string =>
  `do {done: ${type} <- ${done}; pure @Text "done"}`;

const foundT = (name: Field): string => `(${tuple2} (ContractId ${broken(name)}) ${broken(name)})`;
const key = `(${labelOf(soleParty)})`;

const templateFields = fields.slice(0, 6);

const deeds: readonly Deed[] = [
  {
    title: "an exercise",
    fields: templateFields,
    by: (name, id) => `exercise @${broken(name)} Touch ${idAs(broken(name), id)} ()`,
  },
  {
    title: "an exercise by key",
    fields: templateFields,
    by: (name) => `exerciseByKey @${broken(name)} Touch ${key} ()`,
  },
  {
    title: "a fetch",
    fields: templateFields,
    by: (name, id) => then(broken(name), `fetch @${broken(name)} ${idAs(broken(name), id)}`),
  },
  {
    title: "a fetch by interface",
    fields: templateFields,
    by: (_name, id) => then(bearer, `fetchInterface @${bearer} ${idAs(bearer, id)}`),
  },
  {
    title: "a fetch by key",
    fields: templateFields,
    by: (name) => then(foundT(name), `fetchByKey @${broken(name)} ${key}`),
  },
  {
    title: "a query by key",
    fields: templateFields,
    by: (name) => then(`Optional (List ${foundT(name)})`, `queryByKey @${broken(name)} 1 ${key}`),
  },
  {
    title: "an exercise by interface",
    fields,
    by: (_name, id) => `exerciseInterface @${bearer} Ask ${idAs(bearer, id)} ()`,
  },
];

const uncaught = (title: string, name: Field, update: string): UpdateRow => ({
  what: `${title}, ${name} throwing`,
  update: expr`${update}`,
  result: textT,
  gives: "fails UNHANDLED_EXCEPTION/Main:Bad",
  saying: name,
});

const ofLedger = ({ title, fields: which, by }: Deed): readonly UpdateRow[] =>
  which.map((name) => ({
    ...uncaught(`${title} of the ledger's`, name, caught("Text", '"caught"', by(name, given(0)))),
    contracts: (stage) => [
      stage.contract(`${name}@${finePackage.packageId}`, recordValue([createPartyValue("alice")]), [
        "alice",
      ]),
    ],
  }));

/** Returns a step that creates a contract of the template. */
const created = (template: string): string =>
  `id: ContractId ${template} <- create @${template} ${template} {owner = ${soleParty}};`;

const ofTransaction = ({ title, fields: which, by }: Deed): readonly UpdateRow[] =>
  which.map((name) =>
    uncaught(
      `${title} of the transaction's own`,
      name,
      `do {
        ${created(fine(name))}
        ${caught("Text", '"caught"', by(name, idAs("Unit", "id", fine(name))))}
      }`,
    ),
  );

/** A template and an interface with choices that each throw in one part. */
const faults = ["Body", "Controllers", "Observers"] as const;

const faultyChoices = (owners: string): string =>
  faults
    .map((fault) => {
      const part = (which: (typeof faults)[number], type: string, fine: string): string =>
        which === fault ? throwBad(type, "thrown") : fine;
      return `
        choice ${fault}
          by ${part("Controllers", "(List Party)", owners)}
          observed by ${part("Observers", "(List Party)", "[@Party]")}
          = pure @Unit ${part("Body", "Unit", "()")};`;
    })
    .join("");

export const doubtfulDefinitions = definitions`
  template Doubtful with {owner: Party} {
    signatories [@Party this.owner];
    ${faultyChoices("[@Party this.owner]")}
    implements Doubted {view ${view} {}; method owners = [@Party this.owner];}
  }
  interface Doubted {
    view ${view};
    method owners: List Party;
    ${faultyChoices("callInterface @Doubted owners this")}
  }
`;

const choiceRows: readonly UpdateRow[] = faults.flatMap((fault) => {
  const gives = fault === "Body" ? "ok" : "fails UNHANDLED_EXCEPTION/Main:Bad";
  const onDoubtful = (step: string) =>
    expr`${caught("Unit", "()", `do {${created("Doubtful")} ${step}}`)}`;
  const asDoubted = idAs("Doubted", "id", "Doubtful");
  return [
    {
      what: `${fault} of a template's choice throwing`,
      update: onDoubtful(`exercise @Doubtful ${fault} id ()`),
      gives,
    },
    {
      what: `${fault} of an interface's choice throwing`,
      update: onDoubtful(`exerciseInterface @Doubted ${fault} ${asDoubted} ()`),
      gives,
    },
  ];
});

export const uncaughtGroups: readonly UpdateGroup[] = [
  {
    title:
      "are caught in the body of a choice, but not in the code of its controllers and observers",
    rows: choiceRows,
  },
  {
    title: "are caught in the template code that a create evaluates",
    rows: templateFields.map((name) => ({
      what: `a create, ${name} throwing`,
      update: expr`${caught("Unit", "()", `do {${created(broken(name))} pure @Unit ()}`)}`,
      gives: "ok",
    })),
  },
  ...deeds.flatMap((deed): readonly UpdateGroup[] => [
    {
      title: `are not caught in the template code that checks a contract of the ledger, for ${deed.title}`,
      rows: ofLedger(deed),
    },
    {
      title: `are not caught in the template code that checks a local contract, for ${deed.title}`,
      rows: ofTransaction(deed),
    },
  ]),
];
