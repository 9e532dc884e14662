// The names that finance systems use for the fields of a payout, in English, German, French and Spanish. Names are
// compared without case, accents and punctuation. Ids are left out: in an export they are those of another system.

/** A field or a column of the operator; `key` is the number by which a supplier is looked up. */
type Meaning = string;
export const SUPPLIER_KEY: Meaning = 'key';

/** Names of each meaning, separated by commas. */
const NAMES: Readonly<Record<Meaning, string>> = {
  reference: `
    reference, ref, payment reference, invoice, invoice no, invoice number, invoice id, document no,
    document number, voucher, voucher no, doc no, your reference, end to end id, payment id, beleg, belegnr,
    belegnummer, rechnung, rechnungsnr, rechnungsnummer, referenz, belegreferenz, zahlungsreferenz,
    zahlungsnummer, auftragsnummer, facture, no facture, n facture, numero facture, numero de facture,
    piece, no piece, reference paiement, factura, numero de factura, n factura, no factura, num factura,
    referencia, referencia de pago, folio, folio fiscal, folio factura
  `,
  receiverAmount: `
    amount, payment amount, net amount, gross amount, amount due, total amount, value, sum, total, betrag,
    zahlbetrag, zahlungsbetrag, rechnungsbetrag, bruttobetrag, nettobetrag, summe, betrag eur, montant,
    montant ttc, montant a payer, montant net, somme, importe, importe total, importe neto, monto, cantidad,
    total a pagar, monto a pagar, neto a pagar, amount payable, net payable, total payable,
    zahlbetrag brutto, amount eur, amount gbp, amount usd, receiver amount, importe eur, montant eur
  `,
  'destination.currency': `
    currency, ccy, currency code, payment currency, destination currency, wahrung, waehrung, wkz, devise,
    monnaie, code devise, moneda, divisa, codigo de moneda
  `,
  memo: `
    memo, description, remittance, remittance information, payment details, narrative, details, text,
    verwendungszweck, buchungstext, betreff, zahlungstext, bemerkung, libelle, motif, communication,
    concepto, descripcion, glosa, detalle
  `,
  'source.currency': 'source currency, funding currency, from currency',
  'source.network': 'network, chain, blockchain, source network',
  purposeOfPayment: 'purpose of payment, payment purpose, zahlungsgrund, motif du paiement, motivo de pago',
  documents: 'documents, document, attachment, attachments, anlage, anhang, piece jointe, adjunto',
  isFirstParty: 'first party, is first party',
  'x-iban': 'iban, iban beneficiary, iban empfanger, iban beneficiaire, iban beneficiario, bank account',
  'x-bic': 'bic, swift, swift code, bic swift',
  'x-payee': `
    name, payee, beneficiary, beneficiary name, supplier, supplier name, vendor, vendor name, company,
    empfanger, zahlungsempfanger, lieferant, kreditorname, firma, name kreditor, begunstigter, fournisseur,
    beneficiaire, nom, nom fournisseur, raison sociale, proveedor, beneficiario, nombre
  `,
  [SUPPLIER_KEY]: `
    supplier no, supplier number, supplier id, vendor no, vendor number, vendor id, creditor no, payee id,
    a c, supplier code, vendor code, supplier ref, vendor ref, payee code, kreditor, kreditornr, kreditorennr,
    kreditorennummer, kred nr, kreditorkonto, lieferantennr, lieferantennummer, lieferanten nr, kreditor nr,
    no fournisseur, code fournisseur, numero fournisseur, compte fournisseur, n proveedor, codigo proveedor,
    numero de proveedor, codigo de proveedor, cuenta proveedor, clave, clave proveedor, clave de proveedor,
    rfc, rfc proveedor, nif, nif proveedor
  `,
};

/** `Währung (EUR)` is `wahrung eur`. */
const bare = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** `BelegNr.` is `Beleg-Nr.` and `Belegnr`. */
const joined = (name: string): string => name.replace(/\s/g, '');

const BY_NAME: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(NAMES).flatMap(([meaning, names]) =>
    names.split(',').map((name): [string, Meaning] => [joined(name), meaning]),
  ),
);

/** The meaning of a header; `undefined` for an unknown one. */
export function meaningOf(header: string): Meaning | undefined {
  const name = bare(header);
  const without = name.replace(/ (?:eur|gbp|usd|chf|mxn|in eur|in gbp|in usd)$/, '');
  return BY_NAME.get(joined(name)) ?? BY_NAME.get(joined(without));
}
