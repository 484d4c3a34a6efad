// Words that mark a control as destructive: it seems to delete something, cost something or notify somebody. Add a row for a new language.
import { escapeRegExp } from "../text.ts";

/**
 * Phrases in lower case, separated by `|`. They match at the start of a word of the label, so that "delet" finds "delete" and "deleting";
 * one that ends in a full stop must match a whole word.
 */
export const DESTRUCTIVE_WORDS: Readonly<Record<string, string>> = {
  en: "delet|remov|eras|destroy|discard|cancel|terminat|close account|close my account|deactivat|disabl|revoke|reset|clear|empty.|pay.|pay now|payment|buy|purchas|place order|place your order|place my order|order now|order and pay|checkout and pay|complete order|complete purchase|confirm order|submit order|book now|reserve now|donat|transfer|withdraw|refund|bid.|sign out|log out|logout|signout|sign off|log off|logoff|unsubscrib|opt out|unfollow|block.|ban.|report abuse|send invoice|publish|unpublish|archive|merge|deploy|shut down|shutdown|restart|reboot|factory",
  de: "lösch|entfern|verwerf|stornier|kündig|abbestell|abmeld|ausloggen|logout|bezahl|kaufen|jetzt kaufen|zahlungspflichtig|kostenpflichtig|bestellen|bestellung abschick|bestellung absend|bestellung aufgeb|buchen|reservieren|spenden|überweis|widerruf|zurücksetz|deaktivier|sperren|leeren|abbrechen|veröffentlich|archivier",
  fr: "supprim|effac|retirer|enlever|annul|résili|désabonn|désinscri|se déconnecter|déconnexion|déconnect|payer|paiement|acheter|commander|passer la commande|valider la commande|confirmer la commande|réserver|donner|virement|rembours|réinitialis|désactiv|bloquer|vider|publier|archiver",
  es: "elimin|borrar|suprim|quitar|cancel|anular|darse de baja|dar de baja|desuscrib|cerrar sesión|salir.|pagar|pago.|comprar|realizar pedido|hacer pedido|confirmar pedido|finalizar compra|tramitar pedido|reservar|donar|transferir|reembols|restablecer|desactiv|bloquear|vaciar|publicar|archivar",
  it: "elimin|cancell|rimuov|annull|disdi|disiscriv|annulla iscrizione|esci.|disconnett|logout|paga.|pagare|pagamento|acquist|compra|ordina.|invia ordine|conferma ordine|effettua ordine|prenota|dona.|bonifico|rimbors|reimposta|disattiv|blocca|svuota|pubblica|archivia",
  nl: "verwijder|wissen|annuleer|annuleren|opzegg|afmeld|uitschrijv|uitlogg|betaal|betalen|afrekenen en betalen|kopen|koop nu|bestel|boeken|reserveer|doneer|overschrijv|terugbetal|herstel|deactiveer|blokkeer|leegmaken|publiceer|archiveer",
  pt: "exclu|elimin|apagar|remov|cancel|anular|terminar sessão|encerrar sessão|sair.|pagar|pagamento|comprar|finalizar compra|fazer pedido|confirmar pedido|encomendar|reservar|doar|transferir|reembols|redefinir|desativ|bloquear|esvaziar|publicar|arquivar|cancelar inscrição",
  pl: "usuń|usun|skasuj|anuluj|wypisz|wyloguj|zapłać|zaplac|kup.|kup teraz|kupuję|zamawiam|złóż zamówienie|zamów|zarezerwuj|wpłać|przelej|zwrot|zresetuj|dezaktywuj|zablokuj|opróżnij|opublikuj|zarchiwizuj",
  sv: "ta bort|radera|avbryt|säg upp|avsluta|avprenumerera|logga ut|betala|köp|beställ|boka|reservera|donera|överför|återbetal|återställ|inaktivera|blockera|töm|publicera|arkivera",
  da: "slet|fjern|annuller|opsig|afmeld|log ud|betal|køb|bestil|reserver|doner|overfør|refunder|nulstil|deaktiver|bloker|tøm|udgiv|arkiver",
  nb: "slett|fjern|avbestill|kanseller|si opp|avslutt|meld av|logg ut|betal|kjøp|bestill|reserver|doner|overfør|refunder|tilbakestill|deaktiver|blokker|tøm|publiser|arkiver",
  fi: "poista|peruuta|irtisano|kirjaudu ulos|maksa|osta.|tilaa.|varaa|lahjoita|siirrä|palauta|nollaa|estä|tyhjennä|julkaise|arkistoi",
  cs: "smazat|odstranit|odebrat|zrušit|odhlásit|zaplatit|koupit|objednat|rezervovat|darovat|převést|vrátit|obnovit|deaktivovat|zablokovat|vyprázdnit|zveřejnit|archivovat",
};

/** For names and addresses in code, which are almost always English: matches parts between separators. */
const IN_CODE =
  /(?:^|[^a-z])(?:delete|deletes|destroy|remove|removes|erase|purge|drop|cancel|cancels|terminate|deactivate|revoke|pay|payment|payments|buy|purchase|place[-_]?order|order[-_]?confirm|confirm[-_]?order|logout|log[-_]?out|signout|sign[-_]?out|sign[-_]?off|logoff|unsubscribe|opt[-_]?out|refund|transfer|withdraw|reset|clear|empty|publish|archive|donate|shutdown|danger|destructive)(?=$|[^a-z])/;

const PHRASES = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])(?:${Object.values(DESTRUCTIVE_WORDS)
    .flatMap((words) => words.split("|"))
    .map((phrase) =>
      phrase.endsWith(".") ? `${escapeRegExp(phrase.slice(0, -1))}(?![\\p{L}\\p{N}])` : escapeRegExp(phrase),
    )
    .join("|")})`,
  "u",
);

/** Returns the part of the label or title that looks destructive, or null. */
export function destructiveWord(label: string): string | null {
  const found = PHRASES.exec(label.slice(0, 300).normalize("NFC").toLowerCase());
  return found ? found[0].trim().replace(/^[^\p{L}\p{N}]+/u, "") : null;
}

/** Like `destructiveWord`, for an id, a class, a field's name or an address; `ButtonDelete` counts as two words. */
export function destructiveCode(code: string): string | null {
  const text = code
    .slice(0, 600)
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase();
  const found = IN_CODE.exec(text);
  return found ? found[0].replace(/^[^a-z]+/, "") : null;
}
