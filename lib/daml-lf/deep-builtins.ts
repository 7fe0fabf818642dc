import { callInTail } from "./apply.ts";
import { asBool, builtin } from "./builtin.ts";
import { awaitIn, noFrame, type Continuation } from "./own-stack.ts";
import { elementsOf, type BuiltinV, type ListV, type RuntimeValue } from "./runtime-value.ts";

/** Functions that call the functions they are given, without waiting for them (daml-lf.md 9.2: 43–45). */

class LeftFold implements Continuation {
  readonly #fun: RuntimeValue;
  #rest: ListV;

  constructor(fun: RuntimeValue, list: ListV) {
    this.#fun = fun;
    this.#rest = list;
  }

  readonly resume = (result: RuntimeValue): RuntimeValue => {
    const list = this.#rest;
    if (list.kind === "nil") return result;
    this.#rest = list.tail;
    awaitIn(this, noFrame);
    return callInTail(this.#fun, [result, list.head]);
  };
}

class RightFold implements Continuation {
  readonly #fun: RuntimeValue;
  readonly #elements: RuntimeValue[];

  constructor(fun: RuntimeValue, list: ListV) {
    this.#fun = fun;
    this.#elements = elementsOf(list);
  }

  readonly resume = (result: RuntimeValue): RuntimeValue => {
    const element = this.#elements.pop();
    if (element === undefined) return result;
    awaitIn(this, noFrame);
    return callInTail(this.#fun, [element, result]);
  };
}

/** Stops at the first difference; the function gets its arguments swapped. */
class ListEquality implements Continuation {
  readonly #equals: RuntimeValue;
  #left: ListV;
  #right: ListV;

  constructor(equals: RuntimeValue, left: ListV, right: ListV) {
    this.#equals = equals;
    this.#left = left;
    this.#right = right;
  }

  compare(): RuntimeValue {
    const left = this.#left;
    const right = this.#right;
    if (left.kind === "nil" || right.kind === "nil") return left.kind === right.kind;
    this.#left = left.tail;
    this.#right = right.tail;
    awaitIn(this, noFrame);
    return callInTail(this.#equals, [right.head, left.head]);
  }

  readonly resume = (isEqual: RuntimeValue): RuntimeValue =>
    asBool(isEqual) ? this.compare() : false;
}

export const deepBuiltins: ReadonlyMap<number, BuiltinV> = new Map([
  [43, builtin("FOLDL", 3, (args) => new LeftFold(args.any(0), args.list(2)).resume(args.any(1)))],
  [44, builtin("FOLDR", 3, (args) => new RightFold(args.any(0), args.list(2)).resume(args.any(1)))],
  [
    45,
    builtin("EQUAL_LIST", 3, (args) =>
      new ListEquality(args.any(0), args.list(1), args.list(2)).compare(),
    ),
  ],
]);
