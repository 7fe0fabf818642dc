import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ScriptTypes } from "./script-types.ts";

/** Reads the questions of one kind and writes their answers, for all versions of the library. */
export interface QuestionForm<Asks, Gets> {
  readonly read: (payload: RuntimeValue, types: ScriptTypes) => Asks;
  readonly write: (answer: Gets, types: ScriptTypes, asks: Asks) => RuntimeValue;
}

export const form = <Asks, Gets>(of: QuestionForm<Asks, Gets>): QuestionForm<Asks, Gets> => of;
