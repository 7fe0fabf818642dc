import { createInvalidArgumentError } from "../../../base/errors/argument-error.ts";
import type { LedgerError } from "../../../base/errors/ledger-error.ts";
import { createNumericValue } from "../../../base/values/constructors.ts";
import {
  addNumeric,
  compareNumeric,
  divideNumeric,
  formatNumeric,
  multiplyNumeric,
  negateNumeric,
  parseNumeric,
  rescaleNumericExactly,
  roundNumeric,
  subtractNumeric,
} from "../../../base/values/numeric.ts";
import type { NumericValue } from "../../../base/values/value.ts";
import { createArithmeticException } from "./contract-exception.ts";
import { parseNumericInput } from "./written-scalars.ts";

/**
 * Input for a decimal number: `"10.5"`, `10n`, `10.5`, or a Decimal. A number stands for the
 * decimal that JavaScript prints.
 */
export type DecimalInput = Decimal | string | bigint | number;

/**
 * An exact decimal number with a fixed number of digits after the point: the native form of Numeric.
 * Immutable.
 *
 * Operations keep the scale of the number they are called on. Products and quotients are rounded half to
 * even. A result of more than 38 digits and a division by zero throw the catchable exception
 * `DA.Exception.ArithmeticError:ArithmeticError` (daml-lf.md 9.2).
 *
 * Its fields are public, so that the deep equality of test libraries compares them.
 */
export class Decimal {
  /** The number times ten to the power of the scale. */
  readonly unscaled: bigint;
  /** Number of digits after the point. */
  readonly scale: number;

  private constructor({ unscaled, scale }: NumericValue) {
    this.unscaled = unscaled;
    this.scale = scale;
  }

  /**
   * Returns a Decimal. Raises INVALID_ARGUMENT if the input is not a decimal number with at most `scale`
   * fraction digits.
   */
  static of(input: DecimalInput, scale = 10): Decimal {
    if (input instanceof Decimal && input.scale === scale) return input;
    return new Decimal(readDecimalInput(input, scale));
  }

  static fromValue(value: NumericValue): Decimal {
    return new Decimal(value);
  }

  plus(other: DecimalInput): Decimal {
    const right = this.#toOperand(other);
    return this.#toResult("ADD_NUMERIC", right, addNumeric(this.toValue(), right));
  }

  minus(other: DecimalInput): Decimal {
    const right = this.#toOperand(other);
    return this.#toResult("SUB_NUMERIC", right, subtractNumeric(this.toValue(), right));
  }

  times(other: DecimalInput): Decimal {
    const right = this.#toOperand(other);
    return this.#toResult("MUL_NUMERIC", right, multiplyNumeric(this.toValue(), right, this.scale));
  }

  dividedBy(other: DecimalInput): Decimal {
    const right = this.#toOperand(other);
    return this.#toResult("DIV_NUMERIC", right, divideNumeric(this.toValue(), right, this.scale));
  }

  negated(): Decimal {
    return new Decimal(negateNumeric(this.toValue()));
  }

  absolute(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  /**
   * Rounds half to even to `digits` fraction digits. If `digits` is negative, rounds to tens, hundreds and so on.
   */
  roundedTo(digits: number): Decimal {
    const rounded = roundNumeric(this.toValue(), digits);
    if (rounded === undefined) {
      throw createArithmeticException("ROUND_NUMERIC", String(digits), String(this));
    }
    return new Decimal(rounded);
  }

  /** Returns the same number at another scale; raises an error if digits would be lost. */
  toScale(scale: number): Decimal {
    if (scale === this.scale) return this;
    const cast = rescaleNumericExactly(this.toValue(), scale);
    if (cast === undefined) {
      throw createArithmeticException("CAST_NUMERIC", String(scale), String(this));
    }
    return new Decimal(cast);
  }

  /** Returns the integer part. */
  truncated(): bigint {
    return this.unscaled / 10n ** BigInt(this.scale);
  }

  isZero(): boolean {
    return this.unscaled === 0n;
  }

  isPositive(): boolean {
    return this.unscaled > 0n;
  }

  isNegative(): boolean {
    return this.unscaled < 0n;
  }

  /** Returns −1, 0 or 1; scales do not matter. */
  compareTo(other: DecimalInput): number {
    return compareNumeric(this.toValue(), toComparableNumeric(other));
  }

  equals(other: DecimalInput): boolean {
    return this.compareTo(other) === 0;
  }

  isLessThan(other: DecimalInput): boolean {
    return this.compareTo(other) < 0;
  }

  isAtMost(other: DecimalInput): boolean {
    return this.compareTo(other) <= 0;
  }

  isGreaterThan(other: DecimalInput): boolean {
    return this.compareTo(other) > 0;
  }

  isAtLeast(other: DecimalInput): boolean {
    return this.compareTo(other) >= 0;
  }

  toValue(): NumericValue {
    return createNumericValue(this.scale, this.unscaled);
  }

  /** Returns the number without trailing zeros, but with at least one fraction digit: `1.0`, `-0.5`. */
  toString(): string {
    return formatNumeric(this.toValue()).replace(/\.0*$|(?<!0)0+$/, (zeros) =>
      zeros.startsWith(".") ? ".0" : "",
    );
  }

  /** Returns the number with all fraction digits, as in the JSON of ledger values: `1.0000000000`. */
  toJSON(): string {
    return formatNumeric(this.toValue());
  }

  /** Returns the text that `console.log` of Node prints. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Decimal ${this.toString()}`;
  }

  #toOperand(other: DecimalInput): NumericValue {
    return Decimal.of(other, this.scale).toValue();
  }

  #toResult(operation: string, right: NumericValue, result: NumericValue | undefined): Decimal {
    if (result === undefined) {
      throw createArithmeticException(operation, String(this), String(new Decimal(right)));
    }
    return new Decimal(result);
  }
}

/**
 * Returns the input as a Numeric. Its scale is the number of fraction digits of the input. Numerics
 * of different scales can be compared.
 */
const toComparableNumeric = (input: DecimalInput): NumericValue => {
  if (input instanceof Decimal) return input.toValue();
  const written = String(input);
  const point = written.indexOf(".");
  const scale = point < 0 ? 0 : written.length - point - 1;
  const value = parseNumeric(written, scale);
  if (value === undefined) throw notDecimalError(input);
  return value;
};

const readDecimalInput = (input: DecimalInput, scale: number): NumericValue =>
  parseNumericInput(typeof input === "bigint" ? String(input) : toJsonInput(input), scale);

const toJsonInput = (input: unknown): unknown =>
  input instanceof Decimal ? input.toJSON() : input;

const notDecimalError = (input: DecimalInput): LedgerError =>
  createInvalidArgumentError({ expected: "a decimal number", found: String(input) });
