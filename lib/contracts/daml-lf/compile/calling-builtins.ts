import { closureOf } from "../code/functions.ts";
import * as op from "../code/instructions.ts";
import type { Program } from "../engine/program.ts";
import { asKind, asList } from "../runtime/as-kind.ts";
import { arithmeticMessage } from "../runtime/exception.ts";
import {
  type ClosureV,
  cons,
  type ListV,
  nil,
  optional,
  type RuntimeValue,
  unit,
} from "../runtime/runtime-value.ts";
import { Compiler } from "./compile.ts";

/**
 * Builtin functions that call the functions they are given: they are code, so that no call waits on the
 * stack of the host (daml-lf.md 9.2: 43–45, 59).
 */
export const callingBuiltins = (program: Program): ReadonlyMap<number, ClosureV> =>
  new Map([
    [43, closure(program, 3, foldLeft)],
    [44, closure(program, 3, foldRight)],
    [45, closure(program, 3, equalLists)],
    [59, closure(program, 1, exceptionMessage)],
  ]);

const closure = (program: Program, arity: number, code: (compiler: Compiler) => void): ClosureV => {
  const compiler = new Compiler(program, arity);
  code(compiler);
  return closureOf(compiler.finish(arity));
};

// The registers of the arguments: of folds a function, a start and a list, of equality two lists.
const fun = 0;
const [start, list] = [1, 2];
const [left, right] = [1, 2];

const foldLeft = (compiler: Compiler): void => {
  fold(compiler, (element) => [start, element]);
};

const foldRight = (compiler: Compiler): void => {
  const run1 = (elements: RuntimeValue): RuntimeValue => reversed(asList(elements));
  compiler.hostCall(list, { run: ([elements = nil]) => run1(elements), run1 }, [list]);
  fold(compiler, (element) => [element, start]);
};

const fold = (compiler: Compiler, argsOf: (element: number) => readonly number[]): void => {
  const [element, result] = [compiler.register(), compiler.register()];
  const begin = compiler.position();
  const end = compiler.jump(op.UNCONS, list, element, list);
  compiler.call(result, fun, argsOf(element));
  compiler.emit(op.MOVE, start, result);
  compiler.jumpBack(begin);
  compiler.land(end);
  compiler.emit(op.RETURN, start);
};

/** Stops at the first difference; the function gets its arguments swapped. */
const equalLists = (compiler: Compiler): void => {
  const [one, other, isEqual] = [compiler.register(), compiler.register(), compiler.register()];
  const begin = compiler.position();
  const leftEnds = compiler.jump(op.UNCONS, left, one, left);
  const rightEnds = compiler.jump(op.UNCONS, right, other, right);
  compiler.call(isEqual, fun, [other, one]);
  const differ = compiler.jump(op.UNLESS, isEqual);
  compiler.jumpBack(begin);
  compiler.land(leftEnds);
  const bothEnd = compiler.jump(op.UNCONS, right, other, right);
  compiler.land(differ);
  compiler.land(rightEnds);
  compiler.emit(op.RETURN, compiler.constant(false));
  compiler.land(bothEnd);
  compiler.emit(op.RETURN, compiler.constant(true));
};

/** The message of an arithmetic error is in it; all others have a function that gives theirs. */
const exceptionMessage = (compiler: Compiler): void => {
  const { program } = compiler;
  const any = (read: (exception: ReturnType<typeof asAny>) => RuntimeValue) => ({
    run: ([value = unit]: readonly RuntimeValue[]) => read(asAny(value)),
  });
  const found = compiler.register();
  compiler.hostCall(
    found,
    { ...any((exception) => optional(program.messageFunction(exception))), callsBack: true },
    [0],
  );
  const message = compiler.register();
  const absent = compiler.jump(op.UNWRAP, found, message);
  const value = compiler.register();
  compiler.hostCall(
    value,
    any((exception) => exception.value),
    [0],
  );
  // The function applies another, which is what takes the step.
  compiler.emit(op.GIVE_STEP);
  compiler.call(undefined, message, [value]);
  compiler.land(absent);
  compiler.hostCall(found, any(arithmeticMessage), [0]);
  compiler.emit(op.RETURN, found);
};

const asAny = (value: RuntimeValue) => asKind("any", value);

const reversed = (elements: ListV): ListV => {
  let result: ListV = nil;
  for (let rest = elements; rest.kind === "cons"; rest = rest.tail) {
    result = cons(rest.head, result);
  }
  return result;
};
