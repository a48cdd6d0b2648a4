import { testAgreementOfGcc } from "./gcc-agreement.ts";

testAgreementOfGcc("LP64");
