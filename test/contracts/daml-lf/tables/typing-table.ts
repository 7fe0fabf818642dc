import {
  exhaustiveRows,
  expressionRows,
  scopeRows,
  synonymRows,
  updateRows,
} from "./typing-accepted.ts";
import {
  definitionRows,
  exceptionRows,
  interfaceRows,
  templateRows,
} from "./typing-definitions.ts";
import { builtinKindRows, kindRows, wellFormedKindRows } from "./typing-kinds.ts";
import {
  refusedAny,
  refusedBasics,
  refusedCases,
  refusedData,
  refusedExceptions,
  refusedInterfaceUses,
  refusedLists,
  refusedSynonyms,
  refusedUpdates,
} from "./typing-refused.ts";
import type { ValueTable } from "./value-table.ts";

export const typingTable: ValueTable = {
  suite: "validation/…/validation/TypingSpec",
  about: "types",
  groups: [
    { title: "are over types of well-formed kinds", rows: wellFormedKindRows },
    { title: "are of the kinds of what is builtin", rows: builtinKindRows },
    { title: "are of the kinds of their parts", rows: kindRows },
    { title: "are those of the expressions", rows: expressionRows },
    { title: "are those of updates", rows: updateRows },
    { title: "are those of the innermost variables", rows: scopeRows },
    { title: "are spelt out by synonyms", rows: synonymRows },
    { title: "are matched in full", rows: exhaustiveRows },
    { title: "are asked of functions and what they are applied to", rows: refusedBasics },
    { title: "are asked of lists", rows: refusedLists },
    { title: "are asked of records, variants and structures", rows: refusedData },
    { title: "are asked of cases, which leave nothing out", rows: refusedCases },
    { title: "are asked of what goes into Any", rows: refusedAny },
    { title: "are asked of exceptions", rows: refusedExceptions },
    { title: "are asked of updates", rows: refusedUpdates },
    { title: "are asked of what is done through interfaces", rows: refusedInterfaceUses },
    { title: "are asked of synonyms", rows: refusedSynonyms },
    { title: "are asked of templates", rows: templateRows },
    { title: "are asked of interfaces", rows: interfaceRows },
    { title: "are asked of definitions of exceptions", rows: exceptionRows },
    { title: "are asked of definitions of types", rows: definitionRows },
  ],
  leftOut: [
    {
      cases: 1,
      what: "the kind of scenarios",
      why: "no archive of Daml-LF 2 can name them",
    },
    {
      cases: 15,
      what: "guards, rounding modes, experimental functions, and functions that tell parties of choices",
      why: "Daml-LF 2.dev only",
    },
  ],
};
