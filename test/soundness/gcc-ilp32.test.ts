import { testAgreementOfGcc } from "./gcc-agreement.ts";

testAgreementOfGcc("ILP32");
