import { expr } from "../../../support/lf/notation.ts";
import { given, idAs, type Stage } from "../../../support/lf/stage.ts";
import { tuple2 } from "../../../support/lf/tuples.ts";
import {
  after,
  alice,
  as,
  charlie,
  created,
  creatingAsset,
  creatingDeed,
  deed,
  deedOf,
  label,
  plain,
  plainOf,
  tracedStage,
  villa,
  villaOf,
} from "./traced-package.ts";
import type { UpdateGroup, UpdateRow, UpdateTable } from "./update-table.ts";

/** The expected trace when a contract is created or read. */
const info = ["precondition", "signatories", "observers", "key", "maintainers"];
const asked = ["asks for contract", ...info];
const parties = ["controllers", "choice observers"];
const used = [...parties, "body", "end"];
const polled = ["interface controllers", "interface observers", "body", "end"];
const askedKey = ["maintainers", "asks for key"];

const tooDeep = "fails VALUE_NESTING";
const notActive = "fails CONTRACT_NOT_ACTIVE";
const notFound = "fails CONTRACT_NOT_FOUND";
const noKey = "fails CONTRACT_KEY_NOT_FOUND";
const noHolders = "fails FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS";
const idInKey = "fails CONTRACT_ID_IN_CONTRACT_KEY";
const otherTemplate = "fails WRONGLY_TYPED_CONTRACT";
const noInstance = "fails CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE";

const row = (
  what: string,
  update: string,
  gives: string,
  log: readonly string[],
  more: Partial<UpdateRow> = {},
): UpdateRow => ({ what, update: expr`${update}`, gives, log, ...more });

const ofDeed = (stage: Stage) => [deedOf(stage)];
const ofDeeds = (count: number) => (stage: Stage) =>
  Array.from({ length: count }, () => deedOf(stage));
const ofVilla = (stage: Stage) => [villaOf(stage)];
const ofPlain = (stage: Stage) => [plainOf(stage)];

const archived = (entity: string, id: string, then: string): string =>
  after("Unit", `exercise @${entity} Archive ${idAs(entity, id)} ()`, then);
const fetched = (entity: string, id: string, then: string): string =>
  after(entity, `fetch @${entity} ${idAs(entity, id)}`, then);

const aliceDoes = (helper: string, ...ids: readonly string[]): string =>
  as([alice], helper, ...ids);

/** Source of a function that traces both of its arguments and joins them. */
const tracingStep = String.raw`
  \(x: Text) -> TRACE @(Text -> Text) x (\(y: Text) -> TRACE @Text y (APPEND_TEXT x y))`;

const fold = (builtin: "FOLDL" | "FOLDR"): string => `
  do {
    begun: Unit <- pure @Unit (TRACE @Unit "begin" ());
    result: Text <-
      pure @Text (${builtin} @Text @Text (${tracingStep}) "0" [@Text "1", "2", "3"]);
    pure @Unit (TRACE @Unit "end" ())
  }`;

const createRows = (
  creatingOf: (payload: string) => string,
  payload: typeof deed,
  entity: string,
): readonly UpdateRow[] => [
  row("fine", creatingOf(payload()), "ok", [...info, "end"]),
  row(
    "the precondition is false",
    creatingOf(payload({ valid: "False" })),
    "fails TEMPLATE_PRECONDITION_VIOLATED",
    ["precondition"],
  ),
  row(
    "another has the key",
    created(entity, payload(), () => creatingOf(payload())),
    "ok",
    [...info, "end"],
  ),
  row(
    "the key has no maintainers",
    creatingOf(payload({ label: label([]) })),
    "fails CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS",
    info,
  ),
  row("the argument is too deep", creatingOf(payload({ levels: 100 })), tooDeep, info),
  row(
    "the key is too deep",
    creatingOf(payload({ label: label([alice], { levels: 100 }) })),
    tooDeep,
    info,
  ),
];

const inconsistent = (helper: string): string =>
  after(
    `Optional (List (${tuple2} (ContractId Deed) Deed))`,
    `queryByKey @Deed 1 (${label()})`,
    as([charlie], helper, given(0)),
  );

/**
 * A step by contract id: its expected trace after the contract is read, and its requests for package
 * information.
 */
interface ById {
  readonly helper: string;
  readonly contracts: (stage: Stage) => ReturnType<typeof ofDeed>;
  readonly own: { readonly entity: string; readonly payload: string };
  /** Returns code that first makes the contract known to the transaction. */
  readonly makesKnown: (id: string, then: string) => string;
  readonly log: readonly string[];
  readonly wrong: string;
}

const byIdRows = ({
  helper,
  contracts,
  own,
  makesKnown,
  log,
  wrong,
}: ById): readonly UpdateRow[] => [
  row("of the ledger", aliceDoes(helper, given(0)), "ok", [...asked, ...log], { contracts }),
  row(
    "of the ledger, of another template",
    aliceDoes(helper, given(0)),
    wrong,
    ["asks for contract"],
    {
      contracts: ofPlain,
    },
  ),
  row("known", makesKnown(given(0), aliceDoes(helper, given(0))), "ok", log, { contracts }),
  row(
    "known, archived",
    archived(own.entity, given(0), aliceDoes(helper, given(0))),
    notActive,
    [],
    { contracts },
  ),
  row(
    "known, of another template",
    fetched("Plain", given(0), aliceDoes(helper, given(0))),
    wrong,
    [],
    { contracts: ofPlain },
  ),
  row(
    "known, of another template, archived",
    archived("Plain", given(0), aliceDoes(helper, given(0))),
    notActive,
    [],
    { contracts: ofPlain },
  ),
  row(
    "local",
    created(own.entity, own.payload, (id) => aliceDoes(helper, id)),
    "ok",
    log,
  ),
  row(
    "local, archived",
    created(own.entity, own.payload, (id) => archived(own.entity, id, aliceDoes(helper, id))),
    notActive,
    [],
  ),
  row(
    "local, of another template",
    created("Plain", plain(), (id) => aliceDoes(helper, id)),
    wrong,
    [],
  ),
  row(
    "local, of another template, archived",
    created("Plain", plain(), (id) => archived("Plain", id, aliceDoes(helper, id))),
    notActive,
    [],
  ),
];

const unknown = (helper: string): UpdateRow =>
  row("unknown", aliceDoes(helper, given(0)), notFound, ["asks for contract"], {
    contracts: ofDeed,
    hidesContracts: true,
  });

const deedSource = { entity: "Deed", payload: deed() };
const villaSource = { entity: "Villa", payload: villa() };
const knownDeed = (id: string, then: string): string => fetched("Deed", id, then);

const inconsistentRow = (helper: string, log: readonly string[]): UpdateRow =>
  row(
    "of the ledger, which did not find its key",
    inconsistent(helper),
    "fails INCONSISTENT_CONTRACT_KEY",
    log,
    {
      authority: ["alice", "charlie"],
      contracts: ofDeed,
      hidesKeys: true,
      differs: "the same error comes sooner, before code of the template runs",
    },
  );

/** Returns rows of a step by key, for each state in which the contract with the key can be. */
const byKeyRows = (helper: string, log: readonly string[]): readonly UpdateRow[] => [
  row("of the ledger", aliceDoes(helper), "ok", [...askedKey, ...info, ...log], {
    contracts: ofDeed,
  }),
  row("known", knownDeed(given(0), aliceDoes(helper)), "ok", [...askedKey, ...log], {
    contracts: ofDeed,
  }),
  row("known, archived", archived("Deed", given(0), aliceDoes(helper)), noKey, askedKey, {
    contracts: ofDeed,
  }),
  row(
    "local",
    created("Deed", deed(), () => aliceDoes(helper)),
    "ok",
    ["maintainers", ...log],
  ),
  row(
    "local, archived",
    created("Deed", deed(), (id) => archived("Deed", id, aliceDoes(helper))),
    noKey,
    askedKey,
  ),
  row("unknown", aliceDoes(helper), noKey, askedKey, { contracts: ofDeed, hidesKeys: true }),
  row("nobody maintains the key", aliceDoes(`${helper}OfNobody`), noHolders, ["maintainers"]),
  row(
    "a contract id in the key",
    aliceDoes(`${helper}WithId`, given(0)),
    idInKey,
    ["maintainers"],
    {
      contracts: ofDeed,
    },
  ),
];

const repeated = (times: number): readonly string[] =>
  Array.from({ length: times }, () => info).flat();

const queryRows = (count: number): readonly UpdateRow[] => {
  const helper = `Query${count}`;
  const contracts = ofDeeds(count);
  const n = `${count} of them`;
  return [
    row(`of the ledger, ${n}`, aliceDoes(helper), "ok", [...askedKey, ...repeated(count), "end"], {
      contracts,
    }),
    row(
      `one known, ${n}`,
      knownDeed(given(0), aliceDoes(helper)),
      "ok",
      [...askedKey, ...repeated(count - 1), "end"],
      { contracts },
    ),
    row(
      `one archived, ${n}`,
      archived("Deed", given(0), aliceDoes(helper)),
      "ok",
      [...askedKey, ...repeated(count - 1), "end"],
      { contracts },
    ),
    row(
      `one local, ${n}`,
      created("Deed", deed(), () => aliceDoes(helper)),
      "ok",
      [...(count > 1 ? askedKey : ["maintainers"]), ...repeated(count - 1), "end"],
      { contracts },
    ),
    row(
      `one local and archived, ${n}`,
      created("Deed", deed(), (id) => archived("Deed", id, aliceDoes(helper))),
      "ok",
      [...askedKey, ...repeated(count), "end"],
      { contracts },
    ),
    row(`unknown, ${n}`, aliceDoes(helper), "ok", [...askedKey, "end"], {
      contracts,
      hidesKeys: true,
    }),
    row(`nobody maintains the key, ${n}`, aliceDoes(`${helper}OfNobody`), noHolders, [
      "maintainers",
    ]),
    row(
      `a contract id in the key, ${n}`,
      aliceDoes(`${helper}WithId`, given(0)),
      idInKey,
      ["maintainers"],
      {
        contracts: ofDeed,
      },
    ),
    row(`a key too deep, ${n}`, aliceDoes(`${helper}TooDeep`), tooDeep, ["maintainers"]),
  ];
};

const groups: readonly UpdateGroup[] = [
  {
    title: "of folds is the order of the list",
    rows: [
      row("from the left", fold("FOLDL"), "ok", ["0", "1", "01", "2", "012", "3", "end"]),
      row("from the right", fold("FOLDR"), "ok", ["3", "0", "2", "30", "1", "230", "end"]),
    ],
  },
  {
    title: "is fixed for creates",
    rows: [
      ...createRows(creatingDeed, deed, "Deed"),
      row(
        "a contract id in the key",
        creatingDeed(deed({ label: label([alice], { link: given(0) }) })),
        idInKey,
        info,
        { contracts: ofDeed },
      ),
    ],
  },
  {
    title: "is fixed for creates through an interface",
    rows: createRows(creatingAsset, villa, "Villa"),
  },
  {
    title: "is fixed for exercises",
    rows: [
      ...byIdRows({
        helper: "Use",
        contracts: ofDeed,
        own: deedSource,
        makesKnown: knownDeed,
        log: used,
        wrong: otherTemplate,
      }),
      inconsistentRow("Use", [...asked, ...parties]),
      unknown("Use"),
      row(
        "the argument is too deep",
        aliceDoes("UseTooDeep", given(0)),
        tooDeep,
        [...asked, ...parties],
        {
          contracts: ofDeed,
        },
      ),
      row(
        "the result is too deep",
        aliceDoes("UseGrowing", given(0)),
        tooDeep,
        [...asked, ...parties, "body"],
        {
          contracts: ofDeed,
        },
      ),
    ],
  },
  {
    title: "is fixed for exercises by key",
    rows: [
      ...byKeyRows("UseByKey", used),
      row(
        "the argument is too deep",
        aliceDoes("UseByKeyTooDeep"),
        tooDeep,
        [...askedKey, ...info, ...parties],
        {
          contracts: ofDeed,
        },
      ),
      row(
        "the result is too deep",
        aliceDoes("UseByKeyGrowing"),
        tooDeep,
        [...askedKey, ...info, ...parties, "body"],
        { contracts: ofDeed },
      ),
    ],
  },
  {
    title: "is fixed for exercises by interface",
    rows: byIdRows({
      helper: "Poll",
      contracts: ofVilla,
      own: villaSource,
      makesKnown: (id, then) => fetched("Villa", id, then),
      log: polled,
      wrong: noInstance,
    }),
  },
  {
    title: "is fixed for fetches",
    rows: [
      ...byIdRows({
        helper: "Fetch",
        contracts: ofDeed,
        own: deedSource,
        makesKnown: knownDeed,
        log: ["end"],
        wrong: otherTemplate,
      }),
      inconsistentRow("Fetch", asked),
      unknown("Fetch"),
    ],
  },
  {
    title: "is fixed for fetches by key",
    rows: [
      ...byKeyRows("FetchByKey", ["end"]),
      row("the key is too deep", aliceDoes("FetchByKeyTooDeep"), tooDeep, ["maintainers"]),
    ],
  },
  {
    title: "is fixed for fetches by interface",
    rows: [
      ...byIdRows({
        helper: "FetchAsset",
        contracts: ofVilla,
        own: villaSource,
        makesKnown: (id, then) =>
          after("Asset", `fetchInterface @Asset ${idAs("Asset", id)}`, then),
        log: ["end"],
        wrong: noInstance,
      }),
      unknown("FetchAsset"),
    ],
  },
  {
    title: "is fixed for queries by key",
    rows: [
      ...[1, 2, 5].flatMap(queryRows),
      row(
        "the maintainers throw",
        as([charlie], "QueryFaulty"),
        "fails UNHANDLED_EXCEPTION/Main:Broken",
        [],
        {
          authority: ["alice", "charlie"],
          contracts: (stage) => [deedOf(stage)],
        },
      ),
    ],
  },
];

export const evaluationOrderTable: UpdateTable = {
  suite: "interpreter/…/speedy/EvaluationOrderTest",
  about: "evaluation order",
  stage: tracedStage,
  groups,
  leftOut: [
    {
      cases: 2,
      what: "all cases again for other versions of Daml-LF",
      why: "the rows run with 2.3, which has all stable features; this engine has neither choice authorizers nor a log of its machine",
    },
    { cases: 10, what: "exercises through an interface with a guard", why: "Daml-LF 2.dev only" },
    {
      cases: 3,
      what: "a ledger that returns a contract of another template for a key",
      why: "this ledger never does; the suite calls it a defect of the ledger",
    },
  ],
};
