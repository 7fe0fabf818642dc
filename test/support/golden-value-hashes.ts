import type { DataLookup, Type } from "../../lib/api.ts";
import {
  boolType,
  createGenMapType,
  createListType,
  createNamedType,
  createNumericType,
  createOptionalType,
  createTextMapType,
  dateType,
  decimalType,
  int64Type,
  partyType,
  textType,
  timestampType,
  unitType,
} from "../../lib/base/values/common-types.ts";

/** A value and the hashes that a Canton participant computes for it. */
export interface GoldenHashes {
  readonly type: Type;
  readonly json: unknown;
  /** The hash as the argument of a contract, in hex. */
  readonly contract: string;
  /** The hash as a contract key, in hex. */
  readonly key: string;
}

const mod = (name: string): Type => createNamedType(`pkgId:Mod:${name}`);

const bothBool = [
  { name: "_1", type: boolType },
  { name: "_2", type: boolType },
];
const leftOrRight = [
  { name: "Left", type: boolType },
  { name: "Right", type: boolType },
];

/** Defines the types of {@link goldenHashes}; the twin types differ only in name. */
export const goldenLookup: DataLookup = (id) => {
  switch (id.replace("pkgId:Mod:", "").replace("Bis", "")) {
    case "Unit":
      return { kind: "record", parameters: [], fields: [] };
    case "Tuple":
      return { kind: "record", parameters: [], fields: bothBool };
    case "Either":
      return { kind: "variant", parameters: [], constructors: leftOrRight };
    case "Color":
      return { kind: "enum", constructors: ["Red", "Green"] };
    default:
      return undefined;
  }
};

/**
 * Hashes for the template `module:name` in package `package-name-0`, from Canton's own tests (daml-lf.md 23).
 */
export const goldenHashes: readonly GoldenHashes[] = [
  {
    type: unitType,
    json: {},
    contract: "278f22c9ac37890c0f16635ee80504cc3e2e23600ff1e78ffbe41289b32cbc1a",
    key: "f62eca9fc9bab6a5a5b717f6111b9609586a032018d4205c526b800544fd99b5",
  },
  {
    type: boolType,
    json: true,
    contract: "34088eab843e7af19bbf1a04d16a7b46465f5c0e61a0d63e0563b63094174934",
    key: "d4cc54cc5976091934a3ee12ec2b520132a6dda36cac40d3162c96f97e1f8c97",
  },
  {
    type: boolType,
    json: false,
    contract: "c688cdd59531876295acc4121635eb609572fa7abf51c5ecc9b3bde6b6f33691",
    key: "8b0daaee451ede9af233b288824c5da49e1d6c556dceb7485997274107549df0",
  },
  {
    type: int64Type,
    json: "-1",
    contract: "6ca8ade3d027cc537da003b3607423cd6a63d2c6c0967a7cc12bd179e8e6e3c2",
    key: "3d66c7ab221c89443530015391ea87af1e10fd8cac01abfa6f01ab3e6ada16d7",
  },
  {
    type: int64Type,
    json: "0",
    contract: "40dd0420f9c0f79c65ae627257c225f47c4dd0eded8b10b3e632154bc3daa6f3",
    key: "4621d547cded869662e5acc56c6f75d6238d10c2b027f3a8a10a97627bfe86e2",
  },
  {
    type: int64Type,
    json: "1",
    contract: "7685612b37d9462ed60edd74b2a7d20c1ddd14c09a1c31afa67e39708b35bb68",
    key: "aa01894443a6d1d9ed9a99dbf58924e020f49a85461420cbb1b9862946552e2f",
  },
  {
    type: decimalType,
    json: "-10000.0",
    contract: "c6bc1a7639b06e6e146edd4d666bebe3e8dbd0905576c950d7a60e41a5a9d87b",
    key: "33c37af38ef97508b50d41e3290b616827bf52696b2539b45a41176e6bd5c906",
  },
  {
    type: decimalType,
    json: "0.0",
    contract: "2936232812335260d631cb43db14996b51ca3bc33a4cf7e23e68a214a6c4a1e9",
    key: "50e9c5165eb244884d9655b978338d2400eaa2b3c92895b6fe4161e6f5ca952d",
  },
  {
    type: decimalType,
    json: "10000.0",
    contract: "47533d278aaadce9ba18056088bdef6814a6e7f040fa432c151f67a993af5f18",
    key: "c46fc917be2f5c95d176c9cffc2491e2b33fd05b7989cdb61a389f32b7b68007",
  },
  {
    type: createNumericType(0),
    json: "-10000",
    contract: "23a7e25144d861a683d15febe18ef0bd1ead7b5fef653f5be7639f4902d2333a",
    key: "81962fa89850af97a2ee06712570deee1928457db56765974dd4e6c1736b270f",
  },
  {
    type: createNumericType(0),
    json: "0",
    contract: "2936232812335260d631cb43db14996b51ca3bc33a4cf7e23e68a214a6c4a1e9",
    key: "50e9c5165eb244884d9655b978338d2400eaa2b3c92895b6fe4161e6f5ca952d",
  },
  {
    type: createNumericType(0),
    json: "10000",
    contract: "2e901d045d450476e79f1a23bd610ba7ea94586e8a2e1390419db637b7d829e1",
    key: "c81106258111cb6f8bbc1d9431d07d44070a288fb173e6ad60f0d3f2ff2329dc",
  },
  {
    type: dateType,
    json: "1970-01-01",
    contract: "b5f8d47fcf37786d8b46db126d67b5f02b50af44e4712a50ac4afdd1cc2848a0",
    key: "6d1ef4e7b95f341f66bc8f94a1c12ab8f358caf0510eb664c205714d902b39db",
  },
  {
    type: dateType,
    json: "1969-07-21",
    contract: "3ed81c3b63afe3543724d749d3f85dced70580a4e158791617b3d106190160fc",
    key: "b9dfa606542a685c7f21813d72905ba5359c7be09c3a317a5ef5d44cad640903",
  },
  {
    type: dateType,
    json: "2019-12-16",
    contract: "1f41fc53417b2e0c5fd7566ae7d98e9b651844a589c37c3bb675e326c4b30d7d",
    key: "979d9dcf88c9df99060f869f4a7b21e23741e408144390e5361bd25e4b180577",
  },
  {
    type: timestampType,
    json: "1970-01-01T00:00:00Z",
    contract: "b220bfd45d76ba2365268f637b84b1c0557618a70bb85c2c38f3f44d2a2df301",
    key: "f49410fd61f1f7beb91c073d785769486ea232dcc385e911dbf08c1176d4b837",
  },
  {
    type: timestampType,
    json: "1969-07-21T02:56:15Z",
    contract: "6f8c7de24d5becd4e71807c44f7a632ab73c3380f9cce574cb95b1095d218d47",
    key: "e2f206c033c614c06381887f83fde5e38f38b52ae39c071ba81a6c66f0109599",
  },
  {
    type: timestampType,
    json: "2019-12-16T11:17:54.940779Z",
    contract: "a061921946f9893c744ac565947bb50f567b5d273a067fc7df853bdbda78c6b2",
    key: "da42e4bc200aa86d6efe910608a4e1ad07898bd1092c6790b4c825f6706cad16",
  },
  {
    type: textType,
    json: "",
    contract: "b79f24811bac45b55992315c413e15b0556d127e201c9387c6afbd2305833742",
    key: "57c3611e722b737096f0ab664dc2964a92d3839ce8c426d95be0948bac252568",
  },
  {
    type: textType,
    json: "someText",
    contract: "336eef4ffee2e94447f8395f2483f409da315910b03a5bd87d325dfb6167a03a",
    key: "535f15e8a498f26617491971912a1c88f719ea20a5abb4c7953b460fd14b43d1",
  },
  {
    type: textType,
    json: "a¶‱😂",
    contract: "e6d9db4bcddc27320bba956fb8b1865711e224691a903dbe246dacb300f1aa17",
    key: "540d35b67836a30df6d2f6ea4b90e0c0a7be715c80654e489277b2ef415751ae",
  },
  {
    type: partyType,
    json: "alice",
    contract: "227e6ef2cfb609dd62cfa637b2d7b7484c74d60be9b8b35251ef8da6f4bf1672",
    key: "139d8de554edfcf11abcb5ce6895630bb2e1f5f0cbf4e40f997e0355f57df929",
  },
  {
    type: partyType,
    json: "bob",
    contract: "9e4381c0cb5cbf348eca8f44228aef130cb602568c51322412cf0ef4b91cdcbb",
    key: "4016f97b361f3cd99d3f36085003797b8975acee026ebe321bf5879bef428cf7",
  },
  {
    type: createOptionalType(boolType),
    json: null,
    contract: "2aa701389ab14fd78de239f1848eed4b2657a0d7452372d8816e3cf1d30d684c",
    key: "db5577a40bf044b539cd77e2637154f51700a7c0c8fb09d2db21ef148b1636bf",
  },
  {
    type: createOptionalType(boolType),
    json: false,
    contract: "031a6813ae716d4d43d967f540c85ec0e6d5828e5abdb3f9c9a41612b62734dc",
    key: "b3f6486a81b179467f85054418ac663d4e8efeef6c791106f0d7d34a611a722e",
  },
  {
    type: createOptionalType(boolType),
    json: true,
    contract: "82236c118e2df5b531b140b597f2a3f16a51153123020e415a59053984cc778e",
    key: "b25a8389bea5acc524d476fa85ffd0cd418bf5f27384e3a48a16f51786c24693",
  },
  {
    type: createOptionalType(createOptionalType(boolType)),
    json: [[]],
    contract: "6e7d40cfe239a556471c191f4bd4b906a0cc214c89194ba63c0fc1d9328dd4eb",
    key: "971639ec394a60cbd7989df22a76e850d8f8a4a6a902b8a5e70e60cbbddea347",
  },
  {
    type: createOptionalType(createOptionalType(boolType)),
    json: [[false]],
    contract: "1f553faa11901c71f305fec0721d853d9d76a89f21d8d224ea9062954eaba961",
    key: "59ef5b3cc46bc79df7c1f2949e440ddc560d3bbee4aa22c979984e7821eb8b0d",
  },
  {
    type: createListType(boolType),
    json: [],
    contract: "8ab6398b3ed69b17da68087fb86452cfaff9093553f23e86927044b18a7924a6",
    key: "457ab65ab739e4c6032590702617acd6b5701c7f6d17e90203dc1ebc1a2ae8db",
  },
  {
    type: createListType(boolType),
    json: [false],
    contract: "34dc2ffbc4543259e479c477519265c1a62018e7bb165f5241fbecd628bcb4cb",
    key: "ccda11599bc2a1c618cd94a6af8b3a1db97d35e9bdf9d6a61471a18c549e98c0",
  },
  {
    type: createListType(boolType),
    json: [true],
    contract: "d27c890026f4eb0672b6514e981da0d9360a3ebddee6e2e45d6fe82cb28dbaf7",
    key: "c7bf23c955e881b64926d8aedc175e64d4735af4a28dbc8a139049f3382da9e3",
  },
  {
    type: createListType(boolType),
    json: [false, false],
    contract: "6fda52b7a8b68fa44e09c03b43e3a06a47397785d22ea339c34ad60d3bb60061",
    key: "339c3d3d77cb8ea8d453e31695ff97e32af013dcd07dbab09ea2a605b6800692",
  },
  {
    type: createListType(boolType),
    json: [false, true],
    contract: "f89b07ec85fa102c29a22108cd240c57a0618a918f717c52c355b10ed6fa619e",
    key: "edbe423c9fae816912ebae3537bab586bb10d69f9f6f76e786e1537505cc734a",
  },
  {
    type: createListType(boolType),
    json: [true, false],
    contract: "b51736fbc75cb2a1a468407fd45eb7dc9cfb0ae1530a3f5dd7c504ac84ffa4e4",
    key: "0008f2db89effbd49d04b0b274cc336d26da2134f5c912a7c17230e892d529e2",
  },
  {
    type: createTextMapType(boolType),
    json: {},
    contract: "ea698ca84aea4d89255860b94bb7ce09a404bf019c1d23d5615854c46956157c",
    key: "a062e9ea34284d30749fd68089125cce181478886288407415fd049645a07b71",
  },
  {
    type: createTextMapType(boolType),
    json: { a: false },
    contract: "056a91bf865e630992105ab5ba2af21929f6ffeeca92d8b39464867cbf735571",
    key: "2ad2c810cd48324349f6f208fb4abc83850e2378f6e34c4d9aaf45a5c34e4f56",
  },
  {
    type: createTextMapType(boolType),
    json: { a: true },
    contract: "b5bef5732f8aba946d23af42e04e4885fbca632e939e22ce5c858cdd6c3d6638",
    key: "c7cd259be19783a4b832249454aa93f2f4ed608ae02a5225426fe659fd20fcd1",
  },
  {
    type: createTextMapType(boolType),
    json: { b: false },
    contract: "e92df30f8aff2d7c2fe3fcc03408533215e4fcdd1a2cc43f14fd3c0497da7e8f",
    key: "d0347a688b1cafe5169597f59d970ccb1a4b0090ed3bd265c49c12d824161b31",
  },
  {
    type: createTextMapType(boolType),
    json: { a: false, b: false },
    contract: "b86cde64428298a3ccf6d376fa1aec8a7a023eea113f3b2315dd466114134607",
    key: "aed6cb431baee14d9ebe478e94ac9af14bcc58f6f1d64fe001722631ea0f5222",
  },
  {
    type: createTextMapType(boolType),
    json: { a: true, b: false },
    contract: "e769e8466080ad932056fe9777543f1433f5586184951ac6b461ac2c4f1aa175",
    key: "ecbf5b7c02d19c42b530ee7ec4014866305fefd5c312fe08f22496e652d62e20",
  },
  {
    type: createTextMapType(boolType),
    json: { a: false, b: true },
    contract: "ed8d9874ce4a170bcecb97f43efa8246b0962252a1381cb72aae1b640130a642",
    key: "7824d3539f957af853c564f4a5c0aea80d1b0bc0bf62a672b914f9229e5369de",
  },
  {
    type: createTextMapType(boolType),
    json: { a: false, c: false },
    contract: "e41aa0e030b9776deee31b4cbdedac273be4be99d3439dabda4494dd21971cea",
    key: "047ad2049845b96a1be0be2ca2bca3ba496a6a495ed95d62118deb2361ac6586",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [],
    contract: "f05112df0aa64603756fd1ca757509469e6fde26d9a7cf8475842f4f4c77d301",
    key: "1db4e497287130b04021dc8bf4cdbf772c3a5ac7728f73ef3001bcd866e75780",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [["a", false]],
    contract: "6cba48f4517847395892394311d0b6f1dab60fbd4ba65a2c4b6032c03e7c8c7f",
    key: "012867e45032fdbbe0fc69bdc15c0bcad485634d2121559677bc211ad14d25ee",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [["a", true]],
    contract: "4ea5fe2c4d95d2d9d10668727019e6b0f21acc13a1adf6d76704f2243d7522a1",
    key: "fb04e8e028682afdb4034aa61a542bc5b659fa3a0dc4552ca21444e97931dc40",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [["b", false]],
    contract: "1430b7286b90b5ac11133d5dc6af0f1e9aea1d59aae0fb02be347fc468d8496c",
    key: "045cd0462bfb8055a2c572ab357436ce3fd3cd8dff2f12df41f2c78f89dcdcb0",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [
      ["a", false],
      ["b", false],
    ],
    contract: "630fe59747d3c4cbebbfef0725243557ab8b7a411a7b0055233e28f46acb5fdd",
    key: "fe8da0c9304e57ab6d1b4fb054ba9b9376beb3f9bc98e7653b80f865eb00c047",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [
      ["a", true],
      ["b", false],
    ],
    contract: "ee16d8e2150a9b3a95884835490e439fd5407fd4413309e96ec404b46ffe8774",
    key: "3b4ab0c42a311b01fce111dc1c56995aa14d4b88dc7b6dcb6abb257c938807cd",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [
      ["a", false],
      ["b", true],
    ],
    contract: "25e91cc77b47f7d230671c6a0f0f2883e6a7af97e1ff80d5a0a1f9347681f7b2",
    key: "3c2c165ff9cc37d3db113c6e4765cb1800781793548308c64ff64b7629e782f5",
  },
  {
    type: createGenMapType(textType, boolType),
    json: [
      ["a", false],
      ["c", false],
    ],
    contract: "e14786f4818241987948ee308c868e404fb7d903059108fe59efbe7d75b2f5e5",
    key: "36e147e84b94dcdd6c950dd807cdb6a3a421e111e587e07d77b602066b8b964d",
  },
  {
    type: mod("Color"),
    json: "Red",
    contract: "f2d97d3364f2b7c23dc0b5ce88a7ad1c7c16cbf6c3c0e1647db532b44667f6c7",
    key: "e1a230f4cae78564449d7e0d9d270909ac48667aa3834d43c2cc47b6d1a53056",
  },
  {
    type: mod("Color"),
    json: "Green",
    contract: "46b2a8443a8b82e88a16c527f62a4dfd90e1335d833f69d96226a7f515f7f4da",
    key: "0d71124de174ced81bfd5d63fa8508aa6cdb34cb453bb24e5d4c5e9274a2f0a9",
  },
  {
    type: mod("ColorBis"),
    json: "Green",
    contract: "a25ca6204be435dcffe854c1e7b2663f515749c779e3ac214f104231c8a1ef13",
    key: "6c35df36b062accbc279ff12af609116197842a1b05e3ec2b505a9a75e3fd771",
  },
  {
    type: mod("Unit"),
    json: {},
    contract: "f0da50456902b4205337ae4cf413ab9421395f775014e39713b56ca35d66e317",
    key: "184daf4f7d4a83e5c8d1f63cb0d376a8d712e6c5cb95346a2c22a6aa114599f0",
  },
  {
    type: mod("UnitBis"),
    json: {},
    contract: "98655518231e674a323635a2bc3be88f36b1220902c543fd17c5c9a28cf4fb88",
    key: "befc094ea55128e9ac70a8eae2bce197f91424fe77b0d1c956cd3d387a9f85b4",
  },
  {
    type: mod("Tuple"),
    json: { _1: false, _2: false },
    contract: "10a0a224cf47b1cf085105726d34a9801fc995755c82d68c6b7a3048923f5306",
    key: "528ea2d739eadba72789828abea33f5412d8102f6014d0a38d938a1ead681166",
  },
  {
    type: mod("Tuple"),
    json: { _1: true, _2: false },
    contract: "b60bb7c54447e5ea1578b4f25d2585538b2c4b90090eb549d460cd98405d336b",
    key: "1650925c5f9d47ff1595db1d8c9344d0ee8b81b4b8f697bb3ff767e461bba470",
  },
  {
    type: mod("Tuple"),
    json: { _1: false, _2: true },
    contract: "22d994f38366b10dda1626b5e9c82120d7000fb5830e36c900eff8a0f17db74b",
    key: "d306ec7c235d7984208d04ec28674c28bc2c06094a951ea047f59cc7010029b5",
  },
  {
    type: mod("TupleBis"),
    json: { _1: false, _2: false },
    contract: "7d1663a8e326c4d5de5ebec592da706a558393985996180d63b789aae4d54f49",
    key: "8b5a433cbc3304d089e8ea2da26ec127e4ba539ec8dfd7f88502fb3c6bb4d457",
  },
  {
    type: mod("Either"),
    json: { tag: "Left", value: false },
    contract: "4601aca80ed63dabfb200434225dee218367a99c94a4c38c4294f68e8315aea0",
    key: "5186b12a7a988104b9ebac9e160a1ae92e5ba933836250992d3f2450deae2d76",
  },
  {
    type: mod("Either"),
    json: { tag: "Left", value: true },
    contract: "4cca2d4a3bd51cfaf309cfd5c7662d90519e03b09f2a3ef9992b10078b2053eb",
    key: "5e3aa13ec0c02a3d26c0756683e6c86acf874adb12fc4ae44a3c7e0de125bee6",
  },
  {
    type: mod("Either"),
    json: { tag: "Right", value: false },
    contract: "8c331d65db99dd48adbe0138d89e2c9591b67df4f8411a0098435757f13eb8bb",
    key: "c07ba159d6cf6e8983eea9076e4500753013095f0f0d9c89fc12264c218e38d2",
  },
  {
    type: mod("EitherBis"),
    json: { tag: "Left", value: false },
    contract: "4c1f7cd6149bf4a71fe0ec9cd4ae717ed77f84a9a29235a03ab6284654c5e7cf",
    key: "7d540bb736b613e05fae36047f8921d2e20a4fd775024bb1b15dca776cc65c26",
  },
];
