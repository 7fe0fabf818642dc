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
    { title: "have well-formed kinds", rows: wellFormedKindRows },
    { title: "that are builtin have their kinds", rows: builtinKindRows },
    { title: "have the kinds that follow from their parts", rows: kindRows },
    { title: "of expressions are inferred", rows: expressionRows },
    { title: "of updates are inferred", rows: updateRows },
    { title: "of variables are those of the innermost variable with the name", rows: scopeRows },
    { title: "may be written as synonyms", rows: synonymRows },
    { title: "must be covered by case expressions", rows: exhaustiveRows },
    { title: "are checked for functions and their arguments", rows: refusedBasics },
    { title: "are checked for lists", rows: refusedLists },
    { title: "are checked for records, variants and structures", rows: refusedData },
    { title: "are checked for case expressions, which must be exhaustive", rows: refusedCases },
    { title: "are checked for the content of Any", rows: refusedAny },
    { title: "are checked for exceptions", rows: refusedExceptions },
    { title: "are checked for updates", rows: refusedUpdates },
    { title: "are checked for uses of interfaces", rows: refusedInterfaceUses },
    { title: "are checked for synonyms", rows: refusedSynonyms },
    { title: "are checked for templates", rows: templateRows },
    { title: "are checked for interfaces", rows: interfaceRows },
    { title: "are checked for definitions of exceptions", rows: exceptionRows },
    { title: "are checked for definitions of types", rows: definitionRows },
  ],
  leftOut: [
    {
      cases: 1,
      what: "the kind of the type Scenario",
      why: "archives of Daml-LF 2 cannot name this type",
    },
    {
      cases: 15,
      what: "guards, rounding modes, experimental functions, and functions that return the controllers and observers of a choice",
      why: "Daml-LF 2.dev only",
    },
  ],
};
