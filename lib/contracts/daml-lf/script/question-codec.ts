import type { RuntimeValue } from "../runtime/runtime-value.ts";
import type { ScriptValueConverter } from "./script-types.ts";

/** Reads the content of questions of one kind, and writes their answers, for all versions of the library. */
export interface ScriptQuestionCodec<Content, Answer> {
  readonly read: (payload: RuntimeValue, types: ScriptValueConverter) => Content;
  readonly write: (answer: Answer, types: ScriptValueConverter, content: Content) => RuntimeValue;
}

/** Returns the codec. TypeScript infers its types from the two functions. */
export const defineScriptQuestionCodec = <Content, Answer>(
  of: ScriptQuestionCodec<Content, Answer>,
): ScriptQuestionCodec<Content, Answer> => of;
