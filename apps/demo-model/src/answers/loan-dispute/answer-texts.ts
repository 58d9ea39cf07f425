import type { Lang } from '../lang.js';

export interface AnswerTexts {
  invitation: string;
  title: string;
  parties: string;
  facts: string;
  fee: string;
  next: string;
  you: string;
  unknown: string;
  noFacts: string;
  noFee: string;
  disclaimer: string;
  followUp: (quote: string) => string;
  plaintiff: (name: string) => string;
  defendant: (name: string, idOnFile: boolean) => string;
  summary: (text: string) => string;
  feeOf: (yuan: string, basis: string | undefined) => string;
  steps: Record<
    'tellAmount' | 'keepPaper' | 'collectTraces' | 'interestCap' | 'file' | 'demandOnly' | 'demandThenFile' | 'limitation',
    string
  >;
}

export const ANSWER_TEXTS: Readonly<Record<Lang, AnswerTexts>> = {
  zh: {
    invitation: '你好，我可以帮你梳理民间借贷纠纷。请告诉我：谁向你借了钱、借了多少、什么时候借的、有没有借条。',
    title: '民间借贷咨询小结',
    parties: '当事人',
    facts: '借款事实',
    fee: '诉讼费',
    next: '下一步',
    you: '你（出借人）',
    unknown: '未提供',
    noFacts: '尚未提供',
    noFee: '暂时无法计算：还不知道借款金额',
    disclaimer: '以上内容由内置演示模型生成，仅供参考，不构成法律意见。',
    followUp: (quote) => `关于“${quote}”，按目前掌握的情况：`,
    plaintiff: (name) => `原告：${name}`,
    defendant: (name, idOnFile) => `被告：${name}${idOnFile ? '（身份证号已登记）' : ''}`,
    summary: (text) => `概述：${text}`,
    feeOf: (yuan, basis) => `案件受理费约 ${yuan} 元${basis ? `（${basis}）` : ''}`,
    steps: {
      tellAmount: '告诉我借款本金，我就能计算诉讼费。',
      keepPaper: '保管好借条或合同原件，并准备转账记录、聊天记录等佐证。',
      collectTraces: '没有书面凭证时，收集转账记录、聊天记录、录音和证人，证明借款合意与款项交付。',
      interestCap: '约定利率超过合同成立时一年期 LPR 四倍的部分，法院不予支持。',
      file: '准备起诉状、身份证明和证据清单，向被告住所地或合同履行地的基层法院立案。',
      demandOnly: '暂不起诉的，先发出书面催款函并保留送达凭证。',
      demandThenFile: '先书面催款；仍不归还的，向被告住所地或合同履行地的基层法院起诉。',
      limitation: '留意诉讼时效：一般为三年，自约定还款日届满之日起算。',
    },
  },
  en: {
    invitation:
      'Hello, I can help you sort out a loan dispute. Tell me who borrowed money from you, how much, when, and whether there is an IOU.',
    title: 'Loan dispute: summary',
    parties: 'Parties',
    facts: 'Facts of the loan',
    fee: 'Court fee',
    next: 'Next steps',
    you: 'you (the lender)',
    unknown: 'not given',
    noFacts: 'none given yet',
    noFee: 'Cannot be calculated yet: the amount is not known',
    disclaimer: 'Written by the built-in demo model; for information only, not legal advice.',
    followUp: (quote) => `About "${quote}", as far as I know the case:`,
    plaintiff: (name) => `Plaintiff: ${name}`,
    defendant: (name, idOnFile) => `Defendant: ${name}${idOnFile ? ' (ID number on file)' : ''}`,
    summary: (text) => `In short: ${text}`,
    feeOf: (yuan, basis) => `Case acceptance fee: about ${yuan} yuan${basis ? ` (${basis})` : ''}`,
    steps: {
      tellAmount: 'Tell me how much was lent, and I can calculate the court fee.',
      keepPaper: 'Keep the original IOU or contract, and collect bank transfers and chat messages that support it.',
      collectTraces:
        'Without a document, collect bank transfers, chat messages, recordings and witnesses that show the agreement and the payment.',
      interestCap: 'Courts do not enforce interest above four times the one-year LPR at the time of the contract.',
      file: "Prepare the complaint, proof of identity and a list of evidence, and file at the basic court of the defendant's domicile or the place of performance.",
      demandOnly: 'While you do not sue, send a written demand and keep the proof of delivery.',
      demandThenFile:
        "Send a written demand first; without payment, sue at the basic court of the defendant's domicile or the place of performance.",
      limitation: 'Mind the limitation period: usually three years from the day the loan was due.',
    },
  },
};
