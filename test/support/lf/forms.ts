import type { LfExpr, UpdateExpr } from "../../../lib/contracts/daml-lf/syntax/ast.ts";

/**
 * The notation of an operand: `@T` for a type or the name of a template or interface; a name; an expression,
 * in parentheses unless it is short; or an expression after `when`.
 */
type Operand = "type" | "reference" | "name" | "expr" | "guard";

/** The operands of a kind of expression, in the order of the notation. */
type FormOf<T> = Readonly<Record<Exclude<keyof T, "kind">, Operand>>;

type Named<T extends { readonly kind: string }, Names extends T["kind"]> = {
  readonly [K in Names]: FormOf<Extract<T, { readonly kind: K }>>;
};

export type Form = Readonly<Record<string, Operand>>;

const conversion = { interfaceId: "reference", templateId: "reference", expr: "expr" } as const;
const unsafeConversion = {
  interfaceId: "reference",
  templateId: "reference",
  contractId: "expr",
  expr: "expr",
} as const;
const requirement = { required: "reference", requiring: "reference", expr: "expr" } as const;
const unsafeRequirement = {
  required: "reference",
  requiring: "reference",
  contractId: "expr",
  expr: "expr",
} as const;
const ofType = { type: "type", expr: "expr" } as const;
const ofInterface = { interfaceId: "reference", expr: "expr" } as const;

const exprForms = {
  none: { element: "type" },
  some: { element: "type", value: "expr" },
  toAny: ofType,
  fromAny: ofType,
  typeRep: { type: "type" },
  toAnyException: ofType,
  fromAnyException: ofType,
  throw: { returnType: "type", exceptionType: "type", exception: "expr" },
  toInterface: conversion,
  fromInterface: conversion,
  unsafeFromInterface: unsafeConversion,
  callInterface: { interfaceId: "reference", method: "name", expr: "expr" },
  signatoryInterface: ofInterface,
  observerInterface: ofInterface,
  viewInterface: ofInterface,
  interfaceTemplateTypeRep: ofInterface,
  toRequiredInterface: requirement,
  fromRequiredInterface: requirement,
  unsafeFromRequiredInterface: unsafeRequirement,
  experimental: { type: "type", name: "name" },
} satisfies Partial<Named<LfExpr, LfExpr["kind"]>>;

const updateForms = {
  pure: ofType,
  create: { templateId: "reference", argument: "expr" },
  createInterface: { interfaceId: "reference", argument: "expr" },
  exercise: { templateId: "reference", choice: "name", contractId: "expr", argument: "expr" },
  exerciseInterface: {
    interfaceId: "reference",
    choice: "name",
    contractId: "expr",
    argument: "expr",
    guard: "guard",
  },
  exerciseByKey: { templateId: "reference", choice: "name", key: "expr", argument: "expr" },
  fetch: { templateId: "reference", contractId: "expr" },
  fetchInterface: { interfaceId: "reference", contractId: "expr" },
  fetchByKey: { templateId: "reference" },
  queryByKey: { templateId: "reference" },
  getTime: {},
  isLedgerTimeBefore: { time: "expr" },
  embed: ofType,
} satisfies Partial<Named<UpdateExpr, UpdateExpr["kind"]>>;

type ExprForm = Extract<LfExpr, { readonly kind: keyof typeof exprForms }>;
type UpdateForm = Extract<UpdateExpr, { readonly kind: keyof typeof updateForms }>;

/** Returns true if the expression is written as a keyword and operands. */
export const isExprForm = (expr: LfExpr): expr is ExprForm => Object.hasOwn(exprForms, expr.kind);
/** Returns true if the update is written as a keyword and operands. */
export const isUpdateForm = (update: UpdateExpr): update is UpdateForm =>
  Object.hasOwn(updateForms, update.kind);

export const formOf = (node: ExprForm | UpdateForm): Form =>
  ({ ...exprForms, ...updateForms })[node.kind];

/** Returns the keyword of a form: its kind; `None` and `Some` for the kinds `none` and `some`. */
export const keywordOf = (kind: string): string =>
  kind === "none" || kind === "some" ? kind.charAt(0).toUpperCase() + kind.slice(1) : kind;

const byWord = (forms: Readonly<Record<string, Form>>): ReadonlyMap<string, [string, Form]> =>
  new Map(Object.entries(forms).map(([kind, form]) => [keywordOf(kind), [kind, form]]));

/** Kinds of expressions and their operands, by keyword. */
export const exprFormsByWord = byWord(exprForms);
/** Kinds of updates and their operands, by keyword. */
export const updateFormsByWord = byWord(updateForms);

/** Returns true if arguments may follow the operands of this keyword. */
export const isFunctionForm = (word: string): boolean =>
  ["fetchByKey", "queryByKey", "getTime", "throw", "value"].includes(word);

/** Words that must be quoted to be used as names. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...exprFormsByWord.keys(),
  ...updateFormsByWord.keys(),
  ...["forall", "struct", "let", "in", "do", "case", "of", "if", "then", "else", "try", "catch"],
  ...["value", "with", "when", "by", "observed", "authorized", "maintained"],
]);
