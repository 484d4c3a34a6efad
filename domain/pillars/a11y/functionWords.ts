// The most common function words of languages, a second indication besides the detector, because names of products and companies contain
// none.
// Words that several of these languages share are left out if they are misleading.

const WORDS: Record<string, string> = {
  en: "the and of to is are was for with that this it you your we our from by be have has not at as or will can which their they its an but about all when what more how he she his went no",
  de: "der die das und ist sind nicht mit von den dem des ein eine einen einem einer für auf auch sich wir sie ihr ihre zu zum zur bei oder aus wird werden im wie haben hat als nach über",
  fr: "le la les des et est sont une du pour dans que qui avec sur pas vous nous votre notre ce cette ces aux au par plus ou être il elle ils leur mais en son sa ses",
  es: "el la los las de que y en un una es son por con para del al se su sus no como más este esta pero nuestro nuestra usted lo ha han o muy también",
  it: "il lo la gli le di che e è sono un una per con del della dei delle non si nel nella al alla da anche più come questo questa ma suo sua nostro nostra i",
  nl: "de het een en van is zijn niet met voor dat op te die aan ook wij we u uw jouw je bij naar om als maar er hij zij hebben heeft wordt worden deze dit onze door uit",
  pt: "o os as de que e em um uma é são por com para do da dos das no na não se seu sua mais como mas ou ao nos esta este você foi também",
  pl: "i w na z do się nie jest że to są dla od o po przez oraz jak lub ale za co tym może być jego jej ich który która które",
  sv: "och att det som är en ett på för med av den inte till de vi har om från du eller kan ska var din våra hos",
  da: "og at det som er en et på for med af den ikke til de vi har om fra du eller kan skal var din vores hos blev men",
  no: "og at det som er en et på for med av den ikke til de vi har om fra du eller kan skal var din våre hos ble men",
  fi: "ja on ei se että hän ovat oli joka tai myös kun niin kuin mutta sekä ole voi tämä sen olla ovat mukaan jos",
  cs: "a v na je se že s z do o to jsou pro ve jako ale nebo za po od by aby která který které jeho při bude",
  sk: "a v na je sa že s z do o to sú pre vo ako ale alebo za po od by aby ktorá ktorý ktoré jeho pri bude",
  hu: "a az és hogy nem egy is van meg de ez ha vagy mint csak már volt el ki amely kell még lehet",
  ro: "și de la în cu pe nu este sunt un o care din pentru că mai să se ale al au fi sau prin acest această",
  tr: "ve bir bu için ile da de çok daha olan olarak gibi en ne kadar sonra her var değil ya veya olan",
  el: "και το να του η της την με για από στο στην που είναι δεν τα οι των σε ένα μια ο τον",
  ru: "и в не на что с по это как к из для от он она они мы вы у за но или же так его её все быть",
  uk: "і в не на що з по це як до із для від він вона вони ми ви у за але або та його її всі бути є",
  bg: "и в не на че с по това как към от за е са се да той тя ние вие но или при",
  hr: "i u na je se da za od su s koji koja koje kao ali ili iz do nije bi će što te po",
  ca: "el la els les de que i en un una és són per amb del al no com més aquest aquesta però o també",
  id: "yang dan di ini itu dengan untuk dari pada adalah tidak dalam akan atau juga oleh ke karena kami anda",
  vi: "và của là có không được trong cho một các với này người để những từ đã khi đến",
  et: "ja on ei et ta see oli ka kui mis või aga oma selle nii kes ning",
  lt: "ir yra kad su iš tai bet ar kaip nuo už per būti jo į",
  lv: "un ir ka ar no tas bet vai kā par uz lai nav tiek arī pie",
  sl: "in je se da za na so ki ali pa bi kot tudi od po iz ne ta smo",
};

const SETS = new Map(Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(" "))]));
/** Language codes that use the list of another code. */
const SAME: Record<string, string> = { nb: "no", nn: "no", ms: "id", bs: "hr", sr: "hr", sh: "hr" };

/** Returns the share of words that are function words of the language, 0 to 1. Returns null if the language is not listed. */
export function functionWordShare(words: readonly string[], language: string): number | null {
  const set = SETS.get(SAME[language] ?? language);
  if (set === undefined) return null;
  if (words.length === 0) return 0;
  return words.filter((word) => set.has(word)).length / words.length;
}
