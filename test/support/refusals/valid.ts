import type { World } from "./world.ts";

/** Paths of valid requests. The corpus changes copies of these requests. */
export const paths = {
  submit: "/v2/commands/submit-and-wait",
  submitForTransaction: "/v2/commands/submit-and-wait-for-transaction",
  activeContracts: "/v2/state/active-contracts",
  updates: "/v2/updates?stream_idle_timeout_ms=1",
  completions: "/v2/commands/completions?stream_idle_timeout_ms=1",
} as const;

export type Json = Readonly<Record<string, unknown>>;

export const iou = ({ alice, bob }: World, more: Json = {}): Json => ({
  issuer: alice,
  owner: alice,
  amount: "1.0",
  watchers: [bob],
  ...more,
});

/** Returns the arguments of a contract with a value of every kind. */
export const everything = ({ alice }: World): Json => ({
  owner: alice,
  unit: {},
  flag: true,
  count: "-7",
  amount: "3.25",
  label: "x",
  time: "2024-02-29T12:00:00Z",
  day: "2024-02-29",
  maybe: "5",
  items: ["a"],
  byText: { a: "1" },
  byNumber: [["1", "one"]],
  colour: "Green",
  point: { x: "1", y: "2" },
  shape: { tag: "Circle", value: { radius: "1.5" } },
});

export const create = (world: World, more: Json = {}, parts: Json = {}): Json => ({
  CreateCommand: { templateId: "#iou:Iou:Iou", createArguments: iou(world, more), ...parts },
});

let commandNumber = 0;

/** Returns a commands record of ann for alice. */
export const commands = (world: World, more: Json = {}): Json => ({
  commands: [create(world)],
  commandId: `c-${++commandNumber}`,
  actAs: [world.alice],
  ...more,
});

export const filters = (party: string, ...cumulative: readonly Json[]): Json => ({
  filtersByParty: { [party]: cumulative.length === 0 ? {} : { cumulative } },
});

export const activeContracts = ({ alice, offset }: World, more: Json = {}): Json => ({
  activeAtOffset: offset,
  eventFormat: filters(alice),
  ...more,
});

export const transactionFormat = ({ alice }: World, more: Json = {}): Json => ({
  eventFormat: filters(alice),
  transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
  ...more,
});

export const updates = (world: World, more: Json = {}): Json => ({
  beginExclusive: 0,
  endInclusive: world.offset,
  updateFormat: { includeTransactions: transactionFormat(world) },
  ...more,
});
