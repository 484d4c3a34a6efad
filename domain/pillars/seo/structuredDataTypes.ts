// Requirements for rich results of the types in Google's structured data gallery, each from its page in Google's documentation.
import {
  APPLICATION,
  ARTICLE,
  COMMENT,
  EVENT,
  FOOD,
  ORGANIZATION,
  PLACE,
  POSTING,
  PRODUCT,
  RATING,
  type TypeNeeds,
  VIDEO,
} from "./structuredDataShapes.ts";

/** As of 2026. */
export const SOURCE = "https://developers.google.com/search/docs/appearance/structured-data/";

/** `Parent/Type` takes precedence over `Type` if an item is a part of the parent. */
export const NEEDS: Readonly<Record<string, TypeNeeds>> = {
  Article: ARTICLE,
  BlogPosting: ARTICLE,
  NewsArticle: ARTICLE,
  BreadcrumbList: { source: "breadcrumb", required: ["itemListElement"], parts: { itemListElement: "ListItem" } },
  "BreadcrumbList/ListItem": { source: "breadcrumb", required: ["position", "name|=item.name"], unlessLast: ["item"] },
  ItemList: { source: "carousel", required: ["itemListElement"], parts: { itemListElement: "" } },
  "ItemList/ListItem": { source: "carousel", required: ["position", "url|item"], parts: { item: "" } },
  Course: { source: "course", required: ["name", "description"], recommended: ["provider"] },
  Dataset: {
    source: "dataset",
    required: ["name", "description"],
    recommended: [
      "creator",
      "license",
      "identifier",
      "keywords",
      "distribution",
      "temporalCoverage",
      "variableMeasured",
    ],
    parts: { distribution: "DataDownload" },
  },
  "Dataset/DataDownload": { source: "dataset", required: ["contentUrl"], recommended: ["encodingFormat"] },
  DiscussionForumPosting: POSTING,
  SocialMediaPosting: POSTING,
  "DiscussionForumPosting/Comment": COMMENT,
  "SocialMediaPosting/Comment": COMMENT,
  Quiz: { source: "education-qa", required: ["hasPart"], recommended: ["about", "educationalAlignment"] },
  EmployerAggregateRating: {
    source: "employer-rating",
    required: ["itemReviewed", "ratingValue", "ratingCount|reviewCount"],
    recommended: ["bestRating", "worstRating"],
  },
  FAQPage: { source: "faqpage", required: ["mainEntity"], parts: { mainEntity: "Question" } },
  Question: {
    source: "faqpage",
    required: ["name|text", "acceptedAnswer|suggestedAnswer"],
    parts: { acceptedAnswer: "Answer" },
  },
  Answer: { source: "faqpage", required: ["text"] },
  QAPage: { source: "qapage", required: ["mainEntity"], parts: { mainEntity: "Question" } },
  "QAPage/Question": {
    source: "qapage",
    required: ["name", "answerCount", "acceptedAnswer|suggestedAnswer"],
    recommended: ["author", "datePublished", "text", "upvoteCount"],
    parts: { acceptedAnswer: "Answer", suggestedAnswer: "Answer" },
  },
  JobPosting: {
    source: "job-posting",
    required: ["title", "description", "datePosted", "hiringOrganization", "jobLocation|applicantLocationRequirements"],
    recommended: ["baseSalary", "employmentType", "identifier", "validThrough", "directApply"],
  },
  // Images in a page need none of these: only those with a license or an author are meant for Google Images.
  ImageObject: {
    source: "image-license-metadata",
    when: ["license", "acquireLicensePage", "creator", "creditText", "copyrightNotice"],
    required: ["contentUrl", "creator|creditText|copyrightNotice|license"],
    recommended: ["acquireLicensePage", "license", "creditText", "copyrightNotice"],
  },
  MathSolver: {
    source: "math-solvers",
    required: [
      "url",
      "usageInfo",
      "potentialAction",
      "potentialAction.target",
      "potentialAction.mathExpression-input|mathExpression",
    ],
    recommended: ["inLanguage", "potentialAction.eduQuestionType"],
  },
  MemberProgram: {
    source: "loyalty-program",
    required: ["name", "description", "hasTiers"],
    recommended: ["url"],
    parts: { hasTiers: "MemberProgramTier" },
  },
  MemberProgramTier: {
    source: "loyalty-program",
    required: ["name", "hasTierBenefit"],
    recommended: ["hasTierRequirement", "membershipPointsEarned", "url"],
  },
  MerchantReturnPolicy: {
    source: "return-policy",
    required: ["merchantReturnLink|applicableCountry", "merchantReturnLink|returnPolicyCategory"],
    recommended: ["merchantReturnDays", "returnFees", "returnMethod"],
  },
  Movie: {
    source: "movie",
    required: ["name", "image"],
    recommended: ["aggregateRating", "dateCreated", "director", "review"],
  },
  Product: PRODUCT,
  "Product/Certification": {
    source: "merchant-listing",
    required: ["issuedBy", "name"],
    recommended: ["certificationIdentification", "certificationRating"],
  },
  ProductGroup: {
    source: "product-variants",
    required: ["name"],
    recommended: ["hasVariant", "productGroupID", "variesBy", "brand", "description"],
  },
  Offer: {
    source: "product-snippet",
    required: ["price|priceSpecification"],
    advised: ["priceCurrency|priceSpecification", "availability"],
    recommended: ["priceValidUntil", "itemCondition", "shippingDetails", "hasMerchantReturnPolicy"],
  },
  AggregateOffer: {
    source: "product-snippet",
    required: ["lowPrice", "priceCurrency"],
    recommended: ["highPrice", "offerCount"],
  },
  AggregateRating: RATING,
  Review: {
    source: "review-snippet",
    required: ["author", "reviewRating"],
    alone: ["itemReviewed"],
    recommended: ["datePublished", "reviewBody"],
    parts: { reviewRating: "Rating" },
  },
  Rating: { source: "review-snippet", required: ["ratingValue"], recommended: ["bestRating", "worstRating"] },
  ProfilePage: {
    source: "profile-page",
    required: ["mainEntity"],
    recommended: ["dateCreated", "dateModified"],
    parts: { mainEntity: "Person" },
  },
  "ProfilePage/Person": {
    source: "profile-page",
    required: ["name|alternateName"],
    recommended: ["description", "identifier", "image", "interactionStatistic", "sameAs"],
  },
  Recipe: {
    source: "recipe",
    required: ["name", "image"],
    advised: ["recipeIngredient", "recipeInstructions"],
    recommended: [
      "author",
      "cookTime",
      "prepTime",
      "totalTime",
      "nutrition",
      "recipeYield",
      "aggregateRating",
      "video",
    ],
    parts: { aggregateRating: "AggregateRating", review: "Review", video: "VideoObject", image: "" },
  },
  ShippingService: {
    source: "shipping-policy",
    required: [],
    advised: ["shippingConditions"],
    recommended: ["name", "description", "handlingTime", "fulfillmentType"],
  },
  SpeakableSpecification: { source: "speakable", required: ["cssSelector|xpath"] },
  VacationRental: {
    source: "vacation-rental",
    required: [
      "name",
      "identifier",
      "image",
      "containsPlace",
      "containsPlace.occupancy.value",
      "latitude|geo.latitude",
      "longitude|geo.longitude",
    ],
    recommended: ["address", "aggregateRating", "description", "checkinTime", "checkoutTime"],
  },
  VideoObject: VIDEO,
  "VideoObject/BroadcastEvent": { source: "video", required: ["isLiveBroadcast", "startDate", "endDate"] },
  "VideoObject/Clip": { source: "video", required: ["name", "startOffset", "url"], recommended: ["endOffset"] },
  "VideoObject/SeekToAction": { source: "video", required: ["target", "startOffset-input"] },
  WebPageElement: { source: "paywalled-content", when: ["isAccessibleForFree"], required: ["cssSelector"] },
  WebSite: { source: "../site-names", required: ["name", "url"], recommended: ["alternateName"] },
  ...Object.fromEntries(
    "Corporation|OnlineStore|OnlineBusiness|Organization|NGO|EducationalOrganization|NewsMediaOrganization"
      .split("|")
      .map((type) => [type, ORGANIZATION]),
  ),
  ...Object.fromEntries(
    "LocalBusiness|Store|Hotel|LodgingBusiness|Dentist|Physician|MedicalClinic|Pharmacy|AutoRepair|AutoDealer|HairSalon|BeautySalon|DaySpa|ExerciseGym|RealEstateAgent|LegalService|Attorney|AccountingService|FinancialService|InsuranceAgency|TravelAgency|ProfessionalService|Electrician|Plumber|ClothingStore|GroceryStore|FurnitureStore|BookStore|Florist|JewelryStore"
      .split("|")
      .map((type) => [type, PLACE]),
  ),
  ...Object.fromEntries(
    "Restaurant|FoodEstablishment|CafeOrCoffeeShop|Bakery|BarOrPub|FastFoodRestaurant|IceCreamShop"
      .split("|")
      .map((type) => [type, FOOD]),
  ),
  ...Object.fromEntries(
    "Event|BusinessEvent|ChildrensEvent|ComedyEvent|DanceEvent|EducationEvent|ExhibitionEvent|Festival|FoodEvent|LiteraryEvent|MusicEvent|SaleEvent|ScreeningEvent|SocialEvent|SportsEvent|TheaterEvent|VisualArtsEvent"
      .split("|")
      .map((type) => [type, EVENT]),
  ),
  ...Object.fromEntries(
    "SoftwareApplication|MobileApplication|WebApplication".split("|").map((type) => [type, APPLICATION]),
  ),
};
