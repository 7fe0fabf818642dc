import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ScriptTypes } from "./script-types.ts";

/** How one kind of question is asked and answered, by libraries of any version. */
export interface QuestionForm<Asks, Gets> {
  readonly read: (payload: RuntimeValue, types: ScriptTypes) => Asks;
  readonly write: (answer: Gets, types: ScriptTypes, asks: Asks) => RuntimeValue;
}

export const form = <Asks, Gets>(of: QuestionForm<Asks, Gets>): QuestionForm<Asks, Gets> => of;
