/** The builtin functions by their number in the archive format (daml-lf.md 9.2). */
export const builtinNumbers = {
  TRACE: 0,
  ERROR: 1,
  EQUAL: 2,
  LESS_EQ: 3,
  LESS: 4,
  GREATER_EQ: 5,
  GREATER: 6,
  ADD_INT64: 7,
  SUB_INT64: 8,
  MUL_INT64: 9,
  DIV_INT64: 10,
  MOD_INT64: 11,
  EXP_INT64: 12,
  ADD_NUMERIC: 13,
  SUB_NUMERIC: 14,
  MUL_NUMERIC: 15,
  DIV_NUMERIC: 16,
  ROUND_NUMERIC: 17,
  CAST_NUMERIC: 18,
  SHIFT_NUMERIC: 19,
  INT64_TO_NUMERIC: 20,
  NUMERIC_TO_INT64: 21,
  INT64_TO_TEXT: 22,
  NUMERIC_TO_TEXT: 23,
  TIMESTAMP_TO_TEXT: 25,
  DATE_TO_TEXT: 26,
  PARTY_TO_TEXT: 27,
  TEXT_TO_PARTY: 28,
  TEXT_TO_INT64: 29,
  TEXT_TO_NUMERIC: 30,
  CONTRACT_ID_TO_TEXT: 31,
  SHA256_TEXT: 32,
  EXPLODE_TEXT: 33,
  APPEND_TEXT: 34,
  IMPLODE_TEXT: 35,
  CODE_POINTS_TO_TEXT: 36,
  TEXT_TO_CODE_POINTS: 37,
  DATE_TO_UNIX_DAYS: 38,
  UNIX_DAYS_TO_DATE: 39,
  TIMESTAMP_TO_UNIX_MICROSECONDS: 40,
  UNIX_MICROSECONDS_TO_TIMESTAMP: 41,
  COERCE_CONTRACT_ID: 42,
  FOLDL: 43,
  FOLDR: 44,
  EQUAL_LIST: 45,
  GENMAP_EMPTY: 52,
  GENMAP_INSERT: 53,
  GENMAP_LOOKUP: 54,
  GENMAP_DELETE: 55,
  GENMAP_KEYS: 56,
  GENMAP_VALUES: 57,
  GENMAP_SIZE: 58,
  ANY_EXCEPTION_MESSAGE: 59,
  TEXTMAP_EMPTY: 60,
  TEXTMAP_INSERT: 61,
  TEXTMAP_LOOKUP: 62,
  TEXTMAP_DELETE: 63,
  TEXTMAP_TO_LIST: 64,
  TEXTMAP_SIZE: 65,
  FAIL_WITH_STATUS: 66,
  KECCAK256_TEXT: 67,
  SECP256K1_BOOL: 68,
  HEX_TO_TEXT: 69,
  TEXT_TO_HEX: 70,
  SHA256_HEX: 71,
  SECP256K1_WITH_ECDSA_BOOL: 72,
  SECP256K1_VALIDATE_KEY: 73,
} as const;

export type BuiltinName = keyof typeof builtinNumbers;

const namesByNumber = new Map<number, string>(
  Object.entries(builtinNumbers).map(([name, id]) => [id, name]),
);

const isBuiltinName = (name: string): name is BuiltinName => Object.hasOwn(builtinNumbers, name);

/** Returns the number of the builtin function with this name. */
export const builtinNumbered = (name: string): number | undefined => {
  if (isBuiltinName(name)) return builtinNumbers[name];
  const nameless = /^BUILTIN_(\d+)$/u.exec(name)?.[1];
  return nameless === undefined ? undefined : Number(nameless);
};

/** Returns the name of a builtin function: `ADD_INT64`, or `BUILTIN_3000` for an unknown one. */
export const builtinNamed = (id: number): string => namesByNumber.get(id) ?? `BUILTIN_${id}`;
