/**
 * Table of all builtin functions of Daml-LF: number in the archive format, type, and the version that
 * introduced it if it is not the first (daml-lf.md 9.2). To add a function, add a row here; the compiler
 * then requires its code.
 *
 * In types, lower-case names are variables. They are quantified outermost, in order of appearance. A
 * variable that is the argument of Numeric stands for a number.
 */
const builtinRowByName = {
  TRACE: [0, "Text -> a -> a"],
  ERROR: [1, "Text -> a"],
  EQUAL: [2, "a -> a -> Bool"],
  LESS_EQ: [3, "a -> a -> Bool"],
  LESS: [4, "a -> a -> Bool"],
  GREATER_EQ: [5, "a -> a -> Bool"],
  GREATER: [6, "a -> a -> Bool"],
  ADD_INT64: [7, "Int64 -> Int64 -> Int64"],
  SUB_INT64: [8, "Int64 -> Int64 -> Int64"],
  MUL_INT64: [9, "Int64 -> Int64 -> Int64"],
  DIV_INT64: [10, "Int64 -> Int64 -> Int64"],
  MOD_INT64: [11, "Int64 -> Int64 -> Int64"],
  EXP_INT64: [12, "Int64 -> Int64 -> Int64"],
  ADD_NUMERIC: [13, "Numeric n -> Numeric n -> Numeric n"],
  SUB_NUMERIC: [14, "Numeric n -> Numeric n -> Numeric n"],
  // The scales of the operands are quantified first, then that of the first argument, which is the scale
  // of the result.
  MUL_NUMERIC: [15, "forall l r w. Numeric w -> Numeric l -> Numeric r -> Numeric w"],
  DIV_NUMERIC: [16, "forall l r w. Numeric w -> Numeric l -> Numeric r -> Numeric w"],
  ROUND_NUMERIC: [17, "Int64 -> Numeric n -> Numeric n"],
  CAST_NUMERIC: [18, "forall f w. Numeric w -> Numeric f -> Numeric w"],
  SHIFT_NUMERIC: [19, "forall f w. Numeric w -> Numeric f -> Numeric w"],
  INT64_TO_NUMERIC: [20, "Numeric n -> Int64 -> Numeric n"],
  NUMERIC_TO_INT64: [21, "Numeric n -> Int64"],
  INT64_TO_TEXT: [22, "Int64 -> Text"],
  NUMERIC_TO_TEXT: [23, "Numeric n -> Text"],
  TIMESTAMP_TO_TEXT: [25, "Timestamp -> Text"],
  DATE_TO_TEXT: [26, "Date -> Text"],
  PARTY_TO_TEXT: [27, "Party -> Text"],
  TEXT_TO_PARTY: [28, "Text -> Optional Party"],
  TEXT_TO_INT64: [29, "Text -> Optional Int64"],
  TEXT_TO_NUMERIC: [30, "Numeric n -> Text -> Optional (Numeric n)"],
  CONTRACT_ID_TO_TEXT: [31, "ContractId a -> Optional Text"],
  SHA256_TEXT: [32, "Text -> Text"],
  EXPLODE_TEXT: [33, "Text -> List Text"],
  APPEND_TEXT: [34, "Text -> Text -> Text"],
  IMPLODE_TEXT: [35, "List Text -> Text"],
  CODE_POINTS_TO_TEXT: [36, "List Int64 -> Text"],
  TEXT_TO_CODE_POINTS: [37, "Text -> List Int64"],
  DATE_TO_UNIX_DAYS: [38, "Date -> Int64"],
  UNIX_DAYS_TO_DATE: [39, "Int64 -> Date"],
  TIMESTAMP_TO_UNIX_MICROSECONDS: [40, "Timestamp -> Int64"],
  UNIX_MICROSECONDS_TO_TIMESTAMP: [41, "Int64 -> Timestamp"],
  COERCE_CONTRACT_ID: [42, "ContractId a -> ContractId b"],
  FOLDL: [43, "forall a b. (b -> a -> b) -> b -> List a -> b"],
  FOLDR: [44, "forall a b. (a -> b -> b) -> b -> List a -> b"],
  EQUAL_LIST: [45, "(a -> a -> Bool) -> List a -> List a -> Bool"],
  GENMAP_EMPTY: [52, "GenMap k v"],
  GENMAP_INSERT: [53, "k -> v -> GenMap k v -> GenMap k v"],
  GENMAP_LOOKUP: [54, "k -> GenMap k v -> Optional v"],
  GENMAP_DELETE: [55, "k -> GenMap k v -> GenMap k v"],
  GENMAP_KEYS: [56, "GenMap k v -> List k"],
  GENMAP_VALUES: [57, "GenMap k v -> List v"],
  GENMAP_SIZE: [58, "GenMap k v -> Int64"],
  ANY_EXCEPTION_MESSAGE: [59, "AnyException -> Text"],
  TEXTMAP_EMPTY: [60, "TextMap v"],
  TEXTMAP_INSERT: [61, "Text -> v -> TextMap v -> TextMap v"],
  TEXTMAP_LOOKUP: [62, "Text -> TextMap v -> Optional v"],
  TEXTMAP_DELETE: [63, "Text -> TextMap v -> TextMap v"],
  TEXTMAP_TO_LIST: [64, "TextMap v -> List {key: Text, value: v}"],
  TEXTMAP_SIZE: [65, "TextMap v -> Int64"],
  FAIL_WITH_STATUS: [66, "Text -> FailureCategory -> Text -> TextMap Text -> a"],
  KECCAK256_TEXT: [67, "Text -> Text"],
  SECP256K1_BOOL: [68, "Text -> Text -> Text -> Bool"],
  HEX_TO_TEXT: [69, "Text -> Text"],
  TEXT_TO_HEX: [70, "Text -> Text"],
  SHA256_HEX: [71, "Text -> Text"],
  SECP256K1_WITH_ECDSA_BOOL: [72, "Text -> Text -> Text -> Bool"],
  SECP256K1_VALIDATE_KEY: [73, "Text -> Bool", "2.3"],
} as const satisfies Readonly<Record<string, BuiltinRow>>;

type BuiltinRow = readonly [number: number, type: string, since?: IntroducedInVersion];

/** A version of Daml-LF that introduced builtin functions. */
type IntroducedInVersion = "2.1" | "2.3";

/** The name of a builtin function in the archive format. */
export type BuiltinFunctionName = keyof typeof builtinRowByName;

const builtinNames = Object.keys(builtinRowByName) as readonly BuiltinFunctionName[];

/** The numbers of the builtin functions in the archive format. */
export const builtinFunctionNumberByName: Readonly<Record<BuiltinFunctionName, number>> =
  Object.fromEntries(builtinNames.map((name) => [name, builtinRowByName[name][0]])) as Record<
    BuiltinFunctionName,
    number
  >;

interface BuiltinFunction {
  readonly name: BuiltinFunctionName;
  /** The type in the notation of the table. */
  readonly type: string;
  readonly since: IntroducedInVersion;
}

const builtinByNumber = new Map(
  builtinNames.map((name): readonly [number, BuiltinFunction] => {
    const [number, type, since = "2.1"]: BuiltinRow = builtinRowByName[name];
    return [number, { name, type, since }];
  }),
);

/** Returns the builtin function with this number; undefined for an unknown number. */
export const findBuiltinFunction = (number: number): BuiltinFunction | undefined =>
  builtinByNumber.get(number);
