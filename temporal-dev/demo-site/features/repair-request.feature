@service
Feature: Repair request
  A member asks for a repair with a photo of the damage.

  Background:
    Given I am on "/repairs"
    And I click the "Reject all" button

  Scenario: A request arrives with its photo
    When I select "Oak stool" from "Which piece"
    And I fill in "E-mail address" with "ada@example.com"
    And I fill in "What happened" with:
      """
      One leg is loose.
      The other three are fine.
      """
    And I upload the file "crack.txt" to "A photo of the damage"
    And I click the "Send the request" button
    Then the status says "so is the photo crack.txt"
